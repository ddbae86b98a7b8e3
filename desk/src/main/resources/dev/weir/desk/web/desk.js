// The page of the desk: one stream of events in, a board, a chart, a converter and a form out.

const KEPT_MOVES = 90;
const RECONNECT_SECONDS = 3;
const PATIENCE_MILLIS = 5000;
const SVG = "http://www.w3.org/2000/svg";

const $ = (id) => document.getElementById(id);
const names = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });
const name = (code) => names.of(code) ?? "";
const decimals = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 9 });
const amounts = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const parts = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** What the page knows of each currency, by code: its first rate and how often it has moved, the last moves, and its row. */
const board = new Map();
let selected = "USD";
/** Whether somebody writes in the form; otherwise it shows the rate as it is. */
let edited = false;

// ---------------------------------------------------------------- the stream

let source;
let waiting;
/** Whether the next event is the first of a connection, which has all rates. */
let whole;

/** A page that nobody sees lets its stream go: a browser opens no more than six connections to a host. */
function connectIfSeen() {
  clearTimeout(waiting);
  source?.close();
  if (document.hidden) {
    show("paused", "paused while hidden");
  } else {
    connect();
  }
}

function connect() {
  show("connecting", "connecting");
  source = new EventSource("/rates/stream");
  source.onopen = () => {
    whole = true;
    show("live", "live");
  };
  source.addEventListener("rates", (event) => {
    const changes = JSON.parse(event.data);
    if (whole) {
      forgetOthers(changes);
      whole = false;
    }
    learn(changes);
  });
  source.addEventListener("database", (event) =>
    event.data === "there" ? show("live", "live") : show("lost", "database lost: the last rates known"));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      retryIn(RECONNECT_SECONDS); // the desk refused, so the browser has given up
    } else {
      show("lost", "connection lost, trying again");
    }
  };
}

function retryIn(seconds) {
  if (seconds === 0) {
    connect();
    return;
  }
  show("lost", `no connection, next try in ${seconds} s`);
  waiting = setTimeout(retryIn, 1000, seconds - 1);
}

function show(state, text) {
  $("state").dataset.state = state;
  $("state-text").textContent = text;
}

function learn(changes) {
  for (const [code, rate] of Object.entries(changes)) {
    const entry = board.get(code) ?? open(code);
    if (entry.moves.at(-1) !== rate) {
      entry.first ??= rate;
      entry.rates++;
      entry.moves.push(rate);
      entry.moves.splice(0, entry.moves.length - KEPT_MOVES);
      drawRow(entry);
    }
  }
  alignPoints();
  drawQuote();
  if ([$("from").value, $("to").value].some((code) => code in changes)) {
    convert("off");
  }
}

/** The desk may be another one since, or have begun anew. */
function forgetOthers(rates) {
  for (const { code, row } of [...board.values()].filter((entry) => !(entry.code in rates))) {
    board.delete(code);
    row?.remove();
    document.querySelectorAll(`option[value="${code}"]`).forEach((option) => option.remove());
    if (code === selected) {
      select(Object.keys(rates).find((other) => other !== "EUR") ?? "EUR");
    }
  }
}

// ---------------------------------------------------------------- the board

function open(code) {
  const entry = { code, first: undefined, rates: 0, moves: [], row: undefined };
  board.set(code, entry);
  for (const id of ["from", "to"]) {
    $(id).add(new Option(code, code, false, id === "to" && code === selected));
  }
  if (code !== "EUR") {
    if (![...board.values()].some((other) => other.row)) {
      $("rates").replaceChildren();
    }
    entry.row = newRow(code);
    $("codes").append(new Option("", code));
  }
  return entry;
}

function newRow(code) {
  const row = $("rates").insertRow();
  row.dataset.code = code;
  const pick = element("button", { type: "button", className: "pick" });
  pick.append(element("b", { textContent: code }), element("span", { textContent: name(code) }));
  pick.addEventListener("click", () => select(code));
  row.insertCell().append(pick);
  const spark = row.insertCell();
  spark.className = "spark";
  spark.append(document.createElementNS(SVG, "svg"));
  spark.firstChild.setAttribute("viewBox", "0 0 112 26");
  spark.firstChild.setAttribute("aria-hidden", "true");
  spark.firstChild.append(document.createElementNS(SVG, "path"));
  row.insertCell().className = "number rate";
  row.insertCell().className = "number change";
  return row;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function drawRow(entry) {
  const { code, moves, row } = entry;
  if (!row) {
    return;
  }
  row.querySelector(".rate").textContent = decimals.format(moves.at(-1));
  drawChange(row.querySelector(".change"), entry);
  row.querySelector("path").setAttribute("d", line(points(moves, 2, 110, 3, 23)));
  row.querySelector(".pick").setAttribute("aria-pressed", code === selected);
  if (moves.length > 1) {
    delete row.dataset.moved;
    void row.offsetWidth; // lets the flash begin again
    row.dataset.moved = entry.rates;
  }
}

/** Gives each rate room for the decimals that others have more, so that the points are below each other. */
function alignPoints() {
  const rates = [...document.querySelectorAll("td.rate")];
  const places = rates.map((cell) => cell.textContent.split(".")[1]?.length ?? 0);
  const most = Math.max(0, ...places);
  rates.forEach((cell, i) => {
    cell.dataset.room = "\u2007".repeat(most - places[i]);
  });
}

function drawChange(cell, { first, moves }) {
  const part = (moves.at(-1) / first - 1) * 100;
  const way = part > 0 ? "up" : part < 0 ? "down" : "none";
  const sign = { up: "▲ ", down: "▼ ", none: "" }[way];
  cell.dataset.way = way;
  const size = Math.abs(part) < 1000 ? Math.abs(part).toFixed(2) : "> 999";
  cell.textContent = way === "none" ? "–" : `${sign}${size} %`;
}

function select(code) {
  selected = code;
  for (const entry of board.values()) {
    entry.row?.querySelector(".pick").setAttribute("aria-pressed", entry.code === code);
  }
  $("to").value = code;
  $("move-code").value = code;
  edited = false;
  drawQuote();
  convert();
}

// ---------------------------------------------------------------- the chart

function drawQuote() {
  const entry = board.get(selected);
  if (!entry) {
    return;
  }
  $("quote-code").textContent = entry.code;
  $("quote-name").textContent = name(entry.code);
  $("quote-rate").textContent = decimals.format(entry.moves.at(-1));
  drawChange($("quote-change"), entry);
  if (!edited) {
    $("move-rate").value = entry.moves.at(-1);
  }
  drawChart(entry.moves, entry.rates - 1);
}

function drawChart(moves, times) {
  const { width, height } = $("chart").getBoundingClientRect();
  const right = width - 76;
  const placed = points(moves, 4, right, 14, height - 14);
  const d = line(placed);
  const [x, y] = placed.at(-1);
  $("chart").dataset.moves = moves.length;
  $("chart").setAttribute("viewBox", `0 0 ${width} ${height}`);
  $("chart-line").setAttribute("d", d);
  $("chart-area").setAttribute("d", moves.length === 1 ? "" : `${d} L${x} ${height} L${placed[0][0]} ${height} Z`);
  $("chart-dot").setAttribute("cx", x);
  $("chart-dot").setAttribute("cy", y);
  drawGrid(moves, width, height);
  $("chart-note").textContent =
    times === 0 ? "No move yet since this page was opened." : times === 1 ? "One move." : `${times} moves.`;
}

function drawGrid(moves, width, height) {
  const low = Math.min(...moves);
  const high = Math.max(...moves);
  const marks = low === high ? [[low, height / 2]] : [[high, 14], [(low + high) / 2, height / 2], [low, height - 14]];
  $("chart-grid").replaceChildren(
    ...marks.flatMap(([value, y]) => {
      const rule = document.createElementNS(SVG, "line");
      for (const [key, at] of Object.entries({ x1: 0, x2: width - 70, y1: y, y2: y })) {
        rule.setAttribute(key, at);
      }
      const label = document.createElementNS(SVG, "text");
      label.setAttribute("x", width);
      label.setAttribute("y", y + 4);
      label.textContent = Number(value.toPrecision(6));
      return [rule, label];
    }),
  );
}

/** Spreads the moves from left to right, the least at the bottom; one that has not moved is a level line. */
function points(moves, left, right, top, bottom) {
  const known = moves.length === 1 ? [moves[0], moves[0]] : moves;
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  return known.map((rate, i) => [
    round(left + ((right - left) * i) / (known.length - 1)),
    round(span === 0 ? (top + bottom) / 2 : bottom - ((bottom - top) * (rate - low)) / span),
  ]);
}

function line(placed) {
  return `M${placed.map((point) => point.join(" ")).join(" L")}`;
}

function round(pixels) {
  return Math.round(pixels * 10) / 10;
}

// ---------------------------------------------------------------- the converter

let asking = new AbortController();

/** What nobody has asked for is not read out, as the rates move each second. */
async function convert(live = "polite") {
  $("result").setAttribute("aria-live", live);
  asking.abort();
  asking = new AbortController();
  const [amount, from, to] = ["amount", "from", "to"].map((id) => $(id).value.trim());
  if (!from || !to) {
    return;
  }
  try {
    const query = new URLSearchParams({ amount, from, to });
    const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(PATIENCE_MILLIS)]);
    const answer = await fetch(`/convert?${query}`, { signal });
    const body = JSON.parse(await answer.text(), exactResult);
    tell($("result"), answer.ok, answer.ok ? `${amountOf(body.result)} ${to}` : body.detail);
    const cross = board.get(to).moves.at(-1) / board.get(from).moves.at(-1);
    $("cross").textContent = `1 ${from} = ${Number(cross.toPrecision(6))} ${to}`;
  } catch (failure) {
    if (failure.name !== "AbortError") {
      tell($("result"), false, reason(failure));
    }
  }
}

/** What is less than one has six digits, however many zeros are in front of them. */
function amountOf(result) {
  return (Math.abs(Number(result)) < 1 ? parts : amounts).format(result);
}

/** The result as it was sent, where the browser tells that: a number of JavaScript has 16 digits. */
function exactResult(key, value, context) {
  return key === "result" ? (context?.source ?? value) : value;
}

function reason(failure) {
  return failure.name === "TimeoutError"
    ? `the desk has not answered for ${PATIENCE_MILLIS / 1000} s: try again`
    : "the desk does not answer";
}

function tell(place, done, text) {
  place.dataset.way = done ? "done" : "refused";
  place.textContent = text;
}

// ---------------------------------------------------------------- the form

async function move(code, rate) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLIS);
    const answer = await fetch(`/rates/${encodeURIComponent(code)}`, { method: "PUT", body: rate, signal });
    const body = await answer.json();
    tell($("moved"), answer.ok, answer.ok ? `${body.currency} moved to ${body.rate}.` : body.detail);
    if (answer.ok) {
      edited = false;
      if (!board.has(body.currency)) {
        learn({ [body.currency]: body.rate }); // before its event has come
      }
      if (body.currency !== selected) {
        select(body.currency);
      } else {
        drawQuote();
      }
    }
  } catch (failure) {
    tell($("moved"), false, reason(failure));
  }
}

/** What is wrong with the form, in its own words; nothing if it can be sent. */
function objection(code, rate) {
  if (!/^[A-Z]{3}$/.test(code)) {
    return `${code ? `"${code}" is not a currency: ` : ""}enter a code of three letters such as USD`;
  }
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(rate)) {
    return `${rate ? `"${rate}" is not a rate: ` : ""}enter a number such as 1.07`;
  }
  return "";
}

function nudge(part) {
  const code = $("move-code").value.trim().toUpperCase();
  const now = board.get(code)?.moves.at(-1);
  if (now === undefined) {
    tell($("moved"), false, `there is no rate for ${code} yet: enter one`);
  } else {
    move(code, Number(Number((now * (1 + part)).toPrecision(6)).toFixed(9)).toString()); // as many as a rate may have
  }
}

$("mover").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = $("move-code").value.trim().toUpperCase();
  const rate = $("move-rate").value.trim();
  const wrong = objection(code, rate);
  if (wrong) {
    tell($("moved"), false, wrong);
  } else {
    move(code, rate);
  }
});
$("mover").addEventListener("input", () => {
  edited = true;
});
for (const button of document.querySelectorAll("[data-nudge]")) {
  button.addEventListener("click", () => nudge(Number(button.dataset.nudge)));
}
$("converter").addEventListener("submit", (event) => event.preventDefault());
$("converter").addEventListener("input", () => convert());
$("swap").addEventListener("click", () => {
  [$("from").value, $("to").value] = [$("to").value, $("from").value];
  convert();
});
new ResizeObserver(drawQuote).observe($("chart"));

for (const origin of document.querySelectorAll(".origin")) {
  origin.textContent = location.origin;
}
for (const host of document.querySelectorAll(".host")) {
  host.textContent = location.hostname;
}
fetch("/tcp")
  .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)))
  .then((port) => {
    $("tcp").textContent = port.trim();
  })
  .catch(() => {}); // then it stays what it is unless somebody chose another

document.addEventListener("visibilitychange", connectIfSeen);
connectIfSeen();
