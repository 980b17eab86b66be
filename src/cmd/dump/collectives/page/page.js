"use strict";

const data = JSON.parse(document.getElementById("payload").textContent);
const SVG = "http://www.w3.org/2000/svg";
const LANE = { height: 30, gap: 8, left: 84, top: 26 };
const HUES = { "all-reduce": 150, "all-gather": 275, "reduce-scatter": 30, "all-to-all": 190,
  "collective-permute": 330, "collective-broadcast": 60 };
let chosen = null;

function time(seconds) {
  const [value, unit] = seconds >= 1 ? [seconds, "s"] : seconds >= 1e-3 ? [seconds * 1e3, "ms"] : [seconds * 1e6, "µs"];
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${unit}`;
}

function bytes(count) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (count >= 1024 && unit < units.length - 1) { count /= 1024; unit += 1; }
  return `${unit === 0 ? count : count.toFixed(1)} ${units[unit]}`;
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function drawn(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function kindOf(opcode) {
  return opcode.replace(/-start$/, "");
}

function colour(kind) {
  return `hsl(${HUES[kind] ?? 0} 48% 58%)`;
}

/** A round number of seconds between two marks of the axis. */
function tick(seconds, width) {
  const wanted = seconds * 90 / width;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= wanted);
}

function bar(svg, timeline, step, x, width) {
  const onLink = step.lane === "link";
  const y = LANE.top + (onLink ? LANE.height + LANE.gap : 0);
  const rect = drawn("rect", { x, y, width: Math.max(width, 0.75), height: LANE.height, rx: 2, class: step.lane });
  if (onLink) rect.style.fill = colour(kindOf(step.opcode));
  const what = step.lane === "wait" ? "waits at " : "";
  rect.append(drawn("title", {}, `${what}${step.name} (${step.opcode})\n${time(step.end - step.start)} from ${time(step.start)}`));
  rect.dataset.name = step.name;
  rect.dataset.computation = timeline.computation;
  rect.addEventListener("click", () => choose(timeline.computation, step.name));
  svg.append(rect);
  const room = Math.floor((width - 8) / 6.2);
  if (room >= 4) {
    const label = step.name.length > room ? `${step.name.slice(0, room - 1)}…` : step.name;
    svg.append(drawn("text", { x: x + 4, y: y + LANE.height / 2 + 4 }, label));
  }
}

function draw(timeline, width) {
  const height = LANE.top + 2 * LANE.height + LANE.gap + 10;
  const svg = drawn("svg", { width: LANE.left + width + 12, height, role: "img",
    "aria-label": `Schedule of ${timeline.computation}` });
  const scale = width / (timeline.seconds || 1);
  if (timeline.seconds > 0) {
    const step = tick(timeline.seconds, width);
    for (let at = 0; at <= timeline.seconds; at += step) {
      const x = LANE.left + at * scale;
      svg.append(drawn("line", { x1: x, x2: x, y1: LANE.top - 6, y2: height - 8 }));
      const hasRoom = LANE.left + width - x > 40;
      if (hasRoom) svg.append(drawn("text", { x: x + 3, y: 14, class: "axis" }, time(at)));
    }
  }
  svg.append(drawn("text", { x: 8, y: LANE.top + 19, class: "lane" }, "device"));
  svg.append(drawn("text", { x: 8, y: LANE.top + LANE.height + LANE.gap + 19, class: "lane" }, "links"));
  for (const step of timeline.steps) {
    bar(svg, timeline, step, LANE.left + step.start * scale, (step.end - step.start) * scale);
  }
  return svg;
}

function drawAll() {
  const zoom = 2 ** Number(document.getElementById("zoom").value);
  const place = document.getElementById("timelines");
  const scrolled = [...place.querySelectorAll(".scroll")].map(box => box.scrollLeft);
  place.replaceChildren();
  const width = Math.max(place.clientWidth - LANE.left - 20, 200) * zoom;
  data.timelines.forEach((timeline, index) => {
    place.append(element("h2", `${timeline.computation} · ${time(timeline.seconds)}`));
    const box = element("div", undefined, { class: "scroll" });
    box.append(draw(timeline, width));
    place.append(box);
    box.scrollLeft = scrolled[index] ?? 0;
  });
  mark();
}

function row(cells, name = "td") {
  const made = element("tr");
  for (const cell of cells) {
    const [[style, text]] = typeof cell === "object" ? Object.entries(cell) : [[undefined, cell]];
    made.append(element(name, text, style ? { class: style } : {}));
  }
  return made;
}

function beside(collective) {
  if (collective.beside.length === 0) return "–";
  const shared = collective.beside.reduce((sum, other) => sum + other.seconds, 0);
  const names = collective.beside.slice(0, 2).map(other => other.name).join(", ");
  const more = collective.beside.length > 2 ? ` and ${collective.beside.length - 2} more` : "";
  return `${names}${more}: ${Math.round(100 * shared / collective.seconds)}%`;
}

function tables() {
  const collectives = document.getElementById("collectives");
  collectives.append(row(["collective", "in", "kind", "elements", { number: "bytes in" }, { number: "bytes out" }, "devices",
    "channel", "async", { number: "time" }, { number: "waited" }, "beside", "passes", "source"], "th"));
  for (const c of data.collectives) {
    const made = row([c.name, c.computation, c.kind, c.element_types.join(","), { number: bytes(c.bytes_in) },
      { number: bytes(c.bytes_out) }, c.groups.map(group => `[${group.join(", ")}]`).join(" "), String(c.channel_id ?? "–"),
      c.done ? "yes" : "no", { number: time(c.seconds) }, { number: time(c.waited_seconds) },
      { long: beside(c) }, { long: c.passes.join(", ") || "the program's" }, { long: c.source }]);
    made.className = "row";
    made.dataset.name = c.name;
    made.dataset.computation = c.computation;
    made.addEventListener("click", () => choose(c.computation, c.name));
    collectives.append(made);
  }
  const totals = document.getElementById("totals");
  totals.append(row(["kind", ...["number", "bytes in", "bytes out", "time", "waited"].map(number => ({ number }))], "th"));
  for (const t of data.totals) {
    totals.append(row([t.kind, { number: t.count }, { number: bytes(t.bytes_in) }, { number: bytes(t.bytes_out) },
      { number: time(t.seconds) }, { number: time(t.waited_seconds) }]));
  }
  const donations = document.getElementById("donations");
  donations.append(row(["argument", "name", "shape", { number: "bytes" }, "taken by"], "th"));
  for (const d of data.donations) {
    const taker = d.result_index === null ? "any result" : `result ${d.result_index.join(".")}`;
    donations.append(row([String(d.parameter), d.name, d.shape, { number: bytes(d.bytes) }, taker]));
  }
  document.getElementById("donation").hidden = data.donations.length === 0;
}

/** Chooses a collective by itself or by what waits for it; a second time lets it go. */
function choose(computation, name) {
  const found = data.collectives.find(c => c.computation === computation && (c.name === name || c.done === name));
  chosen = found === chosen ? null : found ?? null;
  mark();
}

function mark() {
  const isIn = (node, names) => chosen && node.dataset.computation === chosen.computation && names.includes(node.dataset.name);
  const others = chosen ? chosen.beside.map(other => other.name) : [];
  for (const rect of document.querySelectorAll("rect")) {
    rect.classList.toggle("chosen", Boolean(isIn(rect, chosen ? [chosen.name, chosen.done] : [])));
    rect.classList.toggle("beside", Boolean(isIn(rect, others)));
  }
  for (const made of document.querySelectorAll("tr.row")) {
    made.classList.toggle("chosen", Boolean(isIn(made, chosen ? [chosen.name] : [])));
  }
}

function legend() {
  const place = document.getElementById("legend");
  const entry = (fill, text) => {
    const square = element("i");
    square.style.background = fill;
    place.append(square, text);
  };
  entry("var(--compute)", "instructions");
  entry("var(--wait)", "the device waits");
  for (const kind of new Set(data.collectives.map(c => c.kind))) entry(colour(kind), kind);
}

document.getElementById("name").textContent = data.name;
document.getElementById("summary").textContent =
  `A step takes ${time(data.seconds)}, of which the device waits ${time(data.waiting_seconds)} · ${data.cost_model}: ${data.description}`;
document.getElementById("zoom").addEventListener("input", drawAll);
window.addEventListener("resize", drawAll);
tables();
legend();
drawAll();
