// The program in each of its states, unpacked from the page's payload when asked for. docs/dump.md has its format.
'use strict';

const payload = JSON.parse(document.getElementById('payload').textContent);
const text = index => payload.strings[index];

const unpackedInstructions = [];
const unpackedComputations = [];

// An instruction as one of the states has it; states share those that are equal.
function instructionAt(index) {
  if (!unpackedInstructions[index]) {
    const [name, opcode, shape, kind, operands, callees, attributes, value, cost, location, before] =
      payload.instructions[index];
    unpackedInstructions[index] = {
      index,
      name: text(name),
      opcode: text(opcode),
      shape: text(shape),
      kind: text(kind),
      operands: operands.map(text),
      callees: callees.map(text),
      attributes: attributes.map(text),
      value: text(value),
      cost: cost ? { flops: cost[0], transcendentals: cost[1], bytes: cost[2] } : null,
      location: payload.locations[location],
      before: (before ?? []).map(text),
    };
  }
  return unpackedInstructions[index];
}

function computationAt(index) {
  if (!unpackedComputations[index]) {
    const [name, root, ids] = payload.computations[index];
    const instructions = ids.map(instructionAt);
    const byName = new Map(instructions.map(instruction => [instruction.name, instruction]));
    const users = new Map(instructions.map(instruction => [instruction.name, []]));
    for (const instruction of instructions) {
      for (const operand of new Set(instruction.operands)) users.get(operand).push(instruction.name);
    }
    unpackedComputations[index] = { index, name: text(name), root: text(root), instructions, byName, users };
  }
  return unpackedComputations[index];
}

// The program after one pass.
class State {
  constructor(index) {
    Object.assign(this, payload.states[index]);
    this.index = index;
    this.records = new Map(this.computations.map(id => [text(payload.computations[id][0]), id]));
  }

  computation(name) {
    return this.records.has(name) ? computationAt(this.records.get(name)) : null;
  }

  get names() {
    return [...this.records.keys()];
  }

  // Every instruction with its computation.
  *instructions() {
    for (const name of this.names) {
      const computation = this.computation(name);
      for (const instruction of computation.instructions) yield { computation, instruction };
    }
  }

  // The computation that has an instruction of this name, the entry first.
  homeOf(name) {
    const homes = [this.entry, ...this.names].map(home => this.computation(home));
    return homes.find(home => home.byName.has(name)) ?? null;
  }

  // The instructions that call a computation.
  callersOf(name) {
    this.callers ??= Map.groupBy(
      [...this.instructions()].flatMap(({ computation, instruction }) =>
        instruction.callees.map(callee => ({ callee, computation: computation.name, instruction: instruction.name }))),
      call => call.callee);
    return this.callers.get(name) ?? [];
  }
}

const states = payload.states.map((_, index) => new State(index));

// What differs from one state to the next, by computation and name. What left one computation for another has moved.
function changesSince(before, after) {
  const changes = { added: [], changed: [], removed: [] };
  const compare = (name, old, now) => {
    for (const instruction of now?.instructions ?? []) {
      const was = old?.byName.get(instruction.name);
      if (!was) changes.added.push([name, instruction.name]);
      else if (was.index !== instruction.index) changes.changed.push([name, instruction.name]);
    }
    for (const instruction of old?.instructions ?? []) {
      if (!now?.byName.has(instruction.name)) changes.removed.push([name, instruction.name]);
    }
  };
  for (const name of new Set([...after.names, ...before.names])) {
    if (before.records.get(name) !== after.records.get(name)) {
      compare(name, before.computation(name), after.computation(name));
    }
  }
  const names = list => new Set(list.map(([, name]) => name));
  const [gone, come] = [names(changes.removed), names(changes.added)];
  changes.moved = changes.added.filter(([, name]) => gone.has(name));
  changes.added = changes.added.filter(([, name]) => !gone.has(name));
  changes.removed = changes.removed.filter(([, name]) => !come.has(name));
  return changes;
}
