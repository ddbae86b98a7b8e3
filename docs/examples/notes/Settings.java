package notes;

import java.time.Duration;
import java.util.Map;

/** What the environment says. */
record Settings(
        String host,
        int port,
        String databaseUrl,
        int connections,
        Duration query,
        Duration deadline,
        Duration lag,
        Duration drain) {
    static Settings of(Map<String, String> environment) {
        String url = environment.get("DATABASE_URL");
        if (url == null) {
            throw new IllegalArgumentException(
                    "DATABASE_URL is missing, as jdbc:postgresql://host/database?user=name&password=secret");
        }
        Variables variables = new Variables(environment);
        return new Settings(
                environment.getOrDefault("HOST", "127.0.0.1"), // 0.0.0.0 in a container
                variables.number("PORT", 8080),
                url,
                variables.number("DATABASE_CONNECTIONS", 8),
                variables.seconds("QUERY_SECONDS", 3),
                variables.seconds("DEADLINE_SECONDS", 5), // of a response, with its queries
                variables.seconds("LAG_SECONDS", 0), // until a balancer sees that we are not ready
                variables.seconds("DRAIN_SECONDS", 20)); // for what runs at the end
    }

    private record Variables(Map<String, String> environment) {
        Duration seconds(String name, int otherwise) {
            return Duration.ofSeconds(number(name, otherwise));
        }

        int number(String name, int otherwise) {
            String text = environment.getOrDefault(name, String.valueOf(otherwise));
            if (!text.matches("[0-9]{1,9}")) { // what has more may be too large for an int
                throw new IllegalArgumentException(
                        name + " must be a number that is not negative, of at most nine digits, not \"" + text + '"');
            }
            return Integer.parseInt(text);
        }
    }
}
