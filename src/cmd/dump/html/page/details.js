// The panel at the side: everything about the instruction that is selected, else about the state.
'use strict';

function showDetails(panel, state, selected, changes) {
  const computation = selected && state.computation(selected.computation);
  const instruction = computation?.byName.get(selected.instruction);
  const content = instruction ? instructionDetails(state, computation, instruction)
    : selected ? missingDetails(state, selected) : stateDetails(state, changes);
  panel.replaceChildren(...content.filter(part => part !== null));
  panel.scrollTop = 0;
}

// It went, or moved to another computation.
function missingDetails(state, { computation, instruction }) {
  const where = states.filter(other => other.computation(computation)?.byName.has(instruction));
  const homes = state.names.filter(name => state.computation(name).byName.has(instruction));
  return [
    heading(instruction, `not in ${computation} in this state`),
    section('Here it is in', homes.map(name => el('div', {}, instructionLink(name, instruction, name)))),
    section(`In ${computation} in the states`, where.map(other => el('div', {}, stateLink(other)))),
  ];
}

function instructionDetails(state, computation, instruction) {
  const { opcode, shape, value, kind, operands, callees, attributes, before } = instruction;
  const links = names => names.map(name => operandRow(computation, name));
  const { flops, transcendentals, bytes: traffic } = instruction.cost;
  const dearest = flops > 0 && traffic > 0 ? `${(flops / traffic).toPrecision(3)} FLOP/B` : null;
  return [
    heading(instruction.name, instruction.name === computation.root ? `${opcode}, root` : opcode),
    table([
      ['Shape', plainShape(shape)],
      ['Layout', layoutOf(shape)],
      ['Size', bytes(byteSize(shape))],
      [kind === 'parameter' ? 'Number' : 'Value', value || null],
      ['In', computation.name],
    ]),
    section('Cost', [table([
      ['FLOPs', count(flops)],
      ['Transcendentals', transcendentals ? count(transcendentals) : null],
      ['Bytes', bytes(traffic)],
      ['Intensity', dearest],
    ])]),
    section('Operands', links(operands)),
    section('Users', links(computation.users.get(instruction.name))),
    section('Runs before', links(before)),
    section('Calls', callees.map(name => calleeRow(computation, instruction, name))),
    section('Called by', state.callersOf(computation.name).map(call =>
      el('div', {}, instructionLink(call.computation, call.instruction)))),
    section('Attributes', attributes.map(attribute => el('code', {}, attribute))),
    sourceSection(instruction.location),
    historySection(computation.name, instruction),
  ];
}

function heading(name, subtitle) {
  return el('header', {},
    el('h2', {}, name),
    el('p', {}, subtitle),
    el('button', { class: 'close', title: 'Close  Esc', onclick: () => app.select(null) }, '×'));
}

// Sections with nothing in them are left out.
function section(title, content) {
  return content.length === 0 ? null : el('section', {}, el('h3', {}, title), content);
}

function table(rows) {
  const shown = rows.filter(([, value]) => value !== null && value !== '');
  return el('table', {}, shown.map(([key, value]) => el('tr', {}, el('th', {}, key), el('td', {}, value))));
}

function operandRow(computation, name) {
  const { shape, value, kind } = computation.byName.get(name);
  const note = kind === 'constant' ? value : plainShape(shape);
  return el('div', { class: 'row' }, instructionLink(computation.name, name), el('small', {}, note));
}

function calleeRow(computation, instruction, name) {
  const key = keyOf(computation.name, instruction.name);
  const button = el('button', { class: 'link', onclick: () => app.toggle(key) }, name);
  return el('div', { class: 'row' }, button, el('small', {}, app.open.has(key) ? 'close' : 'open in place'));
}

// Minor to major, as HLO has it.
function layoutOf(shape) {
  return shape.match(/\{[^}]*\}/g)?.join(' ') ?? null;
}

const BITS = { pred: 8, token: 0 };

function byteSize(shape) {
  let sum = 0;
  for (const [, type, dims] of shape.matchAll(/([a-z]+\d*[a-z0-9]*)\[([\d,]*)\]/g)) {
    const bits = BITS[type] ?? Number(type.match(/\d+/)?.[0] ?? 8);
    const elements = dims === '' ? 1 : dims.split(',').reduce((product, dim) => product * Number(dim), 1);
    sum += elements * Math.max(bits, bits === 0 ? 0 : 8) / 8;
  }
  return sum;
}

function sourceSection(location) {
  if (!location) return null;
  return section('Source', [
    location.place && el('div', {}, location.place),
    location.line && el('pre', {}, location.line),
    location.op_name && el('div', {}, location.op_name),
    ...location.frames.map(frame => el('div', {}, frame)),
  ].filter(Boolean));
}

// The states in which the instruction came, changed or went.
function historySection(home, instruction) {
  const rows = [];
  let last = null;
  for (const state of states) {
    const now = state.computation(home)?.byName.get(instruction.name) ?? null;
    const word = now ? (last ? (last.index === now.index ? null : 'changed') : 'here') : last && 'gone';
    if (word) rows.push(el('div', { class: 'row' }, stateLink(state), el('small', {}, word)));
    last = now;
  }
  return section('History', rows);
}

function stateLink(state) {
  return el('button', { class: 'link', onclick: () => app.go(state.index) }, state.title);
}

function stateDetails(state, changes) {
  const kinds = new Map();
  let instructions = 0;
  for (const { instruction } of state.instructions()) {
    kinds.set(instruction.kind, (kinds.get(instruction.kind) ?? 0) + 1);
    instructions++;
  }
  const sorted = [...kinds].sort((a, b) => b[1] - a[1]);
  return [
    el('header', {}, el('h2', {}, state.title), el('p', {}, state.description)),
    table([
      ['Run', state.run === null ? null : `${state.run}, in ${state.group}`],
      ['Time', state.run === null ? null : `${state.milliseconds} ms`],
      ['Computations', String(state.names.length)],
      ['Instructions', String(instructions)],
    ]),
    changeSection('Added', changes.added),
    changeSection('Moved', changes.moved),
    changeSection('Changed', changes.changed),
    changeSection('Removed', changes.removed),
    section('Kinds', [table(sorted.map(([kind, number]) => [KIND_NAMES[kind], String(number)]))]),
  ];
}

const SHOWN_CHANGES = 200;

function changeSection(title, changes) {
  const rows = changes.slice(0, SHOWN_CHANGES).map(([computation, name]) => el('div', { class: 'row' },
    instructionLink(computation, name), el('small', {}, computation)));
  if (changes.length > SHOWN_CHANGES) rows.push(el('small', {}, `and ${changes.length - SHOWN_CHANGES} more`));
  return section(`${title} ${changes.length}`, rows);
}
