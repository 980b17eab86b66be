// Memory over the steps of a run: how much of the arena is live, and which buffer is where.
'use strict';

const CURVE = 110;
const ARENA = 420;
const LEFT = 70;

function showMemory(section) {
  const memory = payload.memory;
  const sums = [
    ['arguments', memory.argument_bytes], ['results', memory.result_bytes], ['constants', memory.constant_bytes],
    ['arena', memory.arena_bytes], ['arena without reuse', memory.arena_bytes_without_reuse],
    ['most live at a time', memory.peak_bytes],
  ];
  const card = ([name, size]) => el('div', { class: 'card' }, el('b', {}, bytes(size)), el('span', {}, name));
  section.replaceChildren(el('div', { class: 'cards' }, sums.map(card)));
  if (memory.arena.length === 0) {
    section.append(el('p', {}, 'No value needs memory besides arguments, results and constants.'));
    return;
  }
  section.append(timeline(memory), largest(memory));
}

// Bytes that are live from each moment at which that changes: [[step, bytes], …].
function liveBytes(buffers) {
  const changes = new Map();
  const change = (step, size) => changes.set(step, (changes.get(step) ?? 0) + size);
  for (const { bytes: size, first_step: first, last_step: last } of buffers) {
    change(first, size);
    change(last + 1, -size);
  }
  let live = 0;
  return [...changes].sort((a, b) => a[0] - b[0]).map(([step, size]) => [step, live += size]);
}

function timeline(memory) {
  const curve = liveBytes(memory.arena);
  const first = curve[0][0];
  const last = curve.at(-1)[0];
  const width = Math.max(900, Math.min(12000, (last - first) * 3));
  const x = step => LEFT + (step - first) / Math.max(1, last - first) * width;
  const peak = curve.reduce((best, point) => (point[1] > best[1] ? point : best));
  const chart = svg('svg', { width: LEFT + width + 20, height: CURVE + ARENA + 60, class: 'timeline' });
  chart.append(...curveParts(curve, x, peak), ...arenaParts(memory, x));
  return el('div', { class: 'scroll' }, chart);
}

function curveParts(curve, x, [peakStep, peakBytes]) {
  const y = live => 20 + CURVE - live / peakBytes * CURVE;
  let path = `M${x(curve[0][0])},${y(0)}`;
  curve.forEach(([step, live], i) => {
    path += `V${y(live)}`;
    if (i + 1 < curve.length) path += `H${x(curve[i + 1][0])}`;
  });
  const maker = madeAt(peakStep);
  const label = `peak ${bytes(peakBytes)}${maker ? ` at ${maker.instruction}` : ''}`;
  const isRight = x(peakStep) > x(curve.at(-1)[0]) * 0.7;
  const place = { x: x(peakStep) + (isRight ? -6 : 6), y: 14, 'text-anchor': isRight ? 'end' : 'start' };
  return [
    svg('path', { d: path + 'Z', class: 'live' }),
    svg('line', { x1: x(peakStep), x2: x(peakStep), y1: 14, y2: CURVE + ARENA + 44, class: 'peak' }),
    svg('text', { ...place, class: 'peak' }, label),
    svg('text', { x: 4, y: 32 }, 'live'),
  ];
}

function arenaParts(memory, x) {
  const top = CURVE + 40;
  const y = offset => top + offset / memory.arena_bytes * ARENA;
  const rects = memory.arena.map(buffer => {
    const { offset, bytes: size, first_step: from, last_step: to } = buffer;
    const maker = homeOfBuffer(buffer);
    const rect = svg('rect', {
      x: x(from),
      y: y(offset),
      width: Math.max(1, x(to + 1) - x(from)),
      height: Math.max(1, y(offset + size) - y(offset)),
      rx: 2,
      class: `buffer ${maker.kind}`,
      onclick: () => app.select(maker.computation, maker.instruction),
    });
    rect.append(svg('title', {}, `${buffer.name}\n${bytes(size)} at ${offset}\nsteps ${from} to ${to}`));
    return rect;
  });
  return [
    svg('text', { x: 4, y: top + 10 }, 'arena'),
    svg('text', { x: 4, y: top + ARENA }, bytes(memory.arena_bytes)),
    ...rects,
  ];
}

// What makes the values that begin to live at a step.
function madeAt(step) {
  const entry = ([at, computation, instruction]) => [at, { computation, instruction }];
  madeAt.steps ??= new Map(payload.memory.steps.map(entry));
  return madeAt.steps.get(step) ?? null;
}

// A buffer is named after one of the instructions that use it; names are unique in a computation only.
function homeOfBuffer({ name, first_step: first }) {
  const state = states.at(-1);
  const maker = madeAt(first);
  const home = maker?.instruction === name ? state.computation(maker.computation) : state.homeOf(name);
  return { computation: home?.name, instruction: name, kind: home?.byName.get(name).kind ?? 'leaf' };
}

function largest(memory) {
  const head = el('tr', {}, ['Buffer', 'Size', 'Offset', 'Steps'].map(title => el('th', {}, title)));
  const rows = memory.arena.slice(0, 100).map(buffer => el('tr', {},
    el('td', {}, instructionLink(homeOfBuffer(buffer).computation, buffer.name)),
    el('td', {}, bytes(buffer.bytes)),
    el('td', {}, String(buffer.offset)),
    el('td', {}, `${buffer.first_step} – ${buffer.last_step}`)));
  const title = memory.arena.length > rows.length ? `The ${rows.length} largest of ${memory.arena.length} buffers`
    : 'Buffers of the arena';
  return el('div', {}, el('h3', {}, title), el('table', { class: 'list' }, head, rows));
}
