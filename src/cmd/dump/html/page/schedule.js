// The order of execution: the entry's instructions, and below loops, branches and calls those that they run.
'use strict';

const FREE = new Set(['parameter', 'constant', 'tuple', 'get-tuple-element']);
const RUNS = new Set(['while', 'conditional', 'call']);

function showSchedule(section) {
  const state = states.at(-1);
  const rows = scheduleRows(state, state.entry, 0, []);
  const most = key => rows.reduce((max, { instruction }) => Math.max(max, instruction.cost[key]), 1);
  const head = ['Step', 'Instruction', 'Operation', 'Shape', 'FLOPs', 'Bytes'].map(title => el('th', {}, title));
  const [mostFlops, mostBytes] = [most('flops'), most('bytes')];
  section.replaceChildren(
    el('h3', {}, `${rows.length} instructions in order of execution`),
    el('table', { class: 'list' }, el('thead', {}, el('tr', {}, head)),
      el('tbody', {}, rows.map(row => scheduleRow(row, mostFlops, mostBytes)))));
}

function scheduleRows(state, name, depth, rows) {
  const computation = state.computation(name);
  for (const instruction of computation.instructions) {
    if (FREE.has(instruction.opcode)) continue;
    rows.push({ computation, instruction, depth });
    if (!RUNS.has(instruction.opcode)) continue;
    for (const callee of instruction.callees) {
      scheduleRows(state, callee, depth + 1, rows);
    }
  }
  return rows;
}

function scheduleRow({ computation, instruction, depth }, mostFlops, mostBytes) {
  const { name, opcode, shape, kind, cost } = instruction;
  const link = instructionLink(computation.name, name);
  link.style.marginInlineStart = `${depth * 20}px`;
  return el('tr', {},
    el('td', { class: 'number' }, stepOf(computation.name, name) ?? ''),
    el('td', {}, el('i', { class: `swatch ${kind}` }), link),
    el('td', {}, opcode),
    el('td', {}, el('code', {}, shape)),
    barCell(count(cost.flops), cost.flops / mostFlops),
    barCell(bytes(cost.bytes), cost.bytes / mostBytes));
}

// Steps of the memory timeline; what makes no value of its own has none.
function stepOf(computation, instruction) {
  stepOf.steps ??= new Map(payload.memory.steps.map(([step, home, name]) => [keyOf(home, name), String(step)]));
  return stepOf.steps.get(keyOf(computation, instruction));
}

// A number over a bar of its share of the largest.
function barCell(label, share) {
  const cell = el('td', { class: 'bar' }, label);
  cell.style.setProperty('--share', `${(share * 100).toFixed(1)}%`);
  return cell;
}
