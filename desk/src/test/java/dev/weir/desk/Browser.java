package dev.weir.desk;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium with one page. */
final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final String LISTENING = "DevTools listening on ";

    private final Path profile;
    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final DevTools devTools;
    private final String session;

    Browser() throws IOException {
        profile = Files.createTempDirectory("desk-browser");
        process = new ProcessBuilder(
                        find(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        devTools = new DevTools(client, address());
        String target = (String) devTools.call("", "Target.createTarget", "url", "\"about:blank\"")
                .get("targetId");
        session = (String)
                devTools.call("", "Target.attachToTarget", "targetId", DevTools.quote(target), "flatten", "true")
                        .get("sessionId");
        devTools.call(session, "Page.enable");
    }

    private static String find() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElseThrow(() -> new AssertionError("no Chromium found: run scripts/install-chromium"));
    }

    private String address() throws IOException {
        BufferedReader messages = process.errorReader();
        for (String line = messages.readLine(); line != null; line = messages.readLine()) {
            if (line.startsWith(LISTENING)) {
                Thread.ofVirtual().start(() -> messages.lines().forEach(rest -> {}));
                return line.substring(LISTENING.length());
            }
        }
        throw new AssertionError("the browser ended before it listened");
    }

    /** Opens the address and waits until it is loaded. */
    void open(String address) {
        var loaded = devTools.next("Page.loadEventFired");
        devTools.call(session, "Page.navigate", "url", DevTools.quote(address));
        DevTools.join(loaded);
    }

    /** The value of a JavaScript expression; of a promise, what it becomes. */
    Object evaluate(String expression) {
        Map<String, Object> answer = devTools.call(
                session,
                "Runtime.evaluate",
                "expression",
                DevTools.quote(expression),
                "awaitPromise",
                "true",
                "returnByValue",
                "true");
        if (answer.containsKey("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return JsonReader.object(answer.get("result")).get("value");
    }

    /** Waits until the condition is true, looking again whenever the page changes. */
    void await(String condition) {
        evaluate("""
            new Promise(resolve => {
              const observer = new MutationObserver(look);
              function look() {
                if (%s) { observer.disconnect(); resolve(); }
              }
              observer.observe(document,
                { subtree: true, childList: true, attributes: true, characterData: true });
              look();
            })
            """.formatted(condition));
    }

    String text(String selector) {
        return (String) evaluate(element(selector) + ".textContent");
    }

    /** Writes into a field, as if typed. */
    void type(String selector, String text) {
        evaluate("{ const field = %s; field.value = %s;".formatted(element(selector), DevTools.quote(text))
                + " field.dispatchEvent(new Event('input', { bubbles: true })); }");
    }

    void click(String selector) {
        evaluate(element(selector) + ".click()");
    }

    private static String element(String selector) {
        return "document.querySelector(" + DevTools.quote(selector) + ")";
    }

    /** Gives the page that size, in CSS pixels. */
    void resize(int width, int height) {
        devTools.call(
                session,
                "Emulation.setDeviceMetricsOverride",
                "width",
                Integer.toString(width),
                "height",
                Integer.toString(height),
                "deviceScaleFactor",
                "1",
                "mobile",
                "false");
    }

    @Override
    public void close() throws IOException {
        try {
            devTools.call("", "Browser.close");
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            client.close();
            delete(profile);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(Browser::deleteFile);
        } catch (UncheckedIOException stillInUse) {
            System.err.println("left over: " + folder);
        }
    }

    private static void deleteFile(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException inUse) {
            throw new UncheckedIOException(inUse);
        }
    }
}
