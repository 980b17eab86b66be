// From a computation to boxes and lines: what is drawn, what stands in a label, what is open.
'use strict';

const CHAR = 6.6; // width of a character of the graph's font at 11 px
const PAD = 8;
const HEADER = 22;
const MAX_LABEL = 44;

const keyOf = (computation, instruction) => `${computation}/${instruction}`;
// Without layouts, and the comments that count a tuple's parts.
const plainShape = shape => shape.replace(/\{[^}]*\}|\/\*index=\d+\*\//g, '');
const shortened = label => (label.length > MAX_LABEL ? label.slice(0, MAX_LABEL - 1) + '…' : label);

// Scalar constants, and what spreads one over an array, stand in the labels of their readers.
function isInLabel(computation, instruction) {
  if (instruction.name === computation.root) return false;
  if (instruction.kind === 'constant') return instruction.shape.includes('[]');
  if (instruction.opcode !== 'broadcast') return false;
  const operand = computation.byName.get(instruction.operands[0]);
  return operand.kind === 'constant' && isInLabel(computation, operand);
}

function labelValue(computation, name) {
  const instruction = computation.byName.get(name);
  return instruction.kind === 'constant' ? instruction.value : labelValue(computation, instruction.operands[0]);
}

// Two lines: the name, and the shape with the constants among the operands.
function labelOf(computation, instruction) {
  const { name, opcode, shape, operands, kind, value } = instruction;
  const constants = operands
    .map((operand, i) => [i, operand])
    .filter(([, operand]) => isInLabel(computation, computation.byName.get(operand)))
    .map(([i, operand]) => (operands.length === 1 ? '' : `${i}: `) + labelValue(computation, operand));
  const title = kind === 'parameter' || name.includes(opcode) ? name : `${name} · ${opcode}`;
  const extra = kind === 'parameter' ? [`#${value}`] : constants;
  return [title, [plainShape(shape), ...extra].join('  ')].map(shortened);
}

// A computation as nodes and edges with places, relative to its own corner. `open` holds keys of instructions whose
// computations stand in their place.
function sceneOf(state, computation, open) {
  const shown = computation.instructions.filter(instruction => !isInLabel(computation, instruction));
  const index = new Map(shown.map((instruction, i) => [instruction.name, i]));
  const nodes = shown.map(instruction => nodeOf(state, computation, instruction, open));
  const edges = [];
  shown.forEach((instruction, to) => {
    let port = 0;
    for (const operand of instruction.operands) {
      if (index.has(operand)) edges.push({ from: index.get(operand), to, port: port++, control: false });
    }
    for (const before of instruction.before) {
      if (index.has(before)) edges.push({ from: index.get(before), to, port: port++, control: true });
    }
  });
  const inOrder = topological(nodes, edges);
  return { nodes: inOrder.nodes, edges: inOrder.edges, ...layoutGraph(inOrder.nodes, inOrder.edges) };
}

// Operands before users. A schedule has them so; its control edges and any other order too, but nothing promises it.
function topological(nodes, edges) {
  if (edges.every(({ from, to }) => from < to)) return { nodes, edges };
  const reads = nodes.map(() => []);
  for (const { from, to } of edges) reads[to].push(from);
  const place = new Map();
  const stack = [];
  for (let start = 0; start < nodes.length; start++) {
    stack.push(start);
    while (stack.length > 0) {
      const i = stack.at(-1);
      const next = place.has(i) ? undefined : reads[i].find(from => !place.has(from));
      if (next !== undefined) stack.push(next);
      else if (!place.has(stack.pop())) place.set(i, place.size);
    }
  }
  const sorted = [];
  place.forEach((to, from) => { sorted[to] = nodes[from]; });
  return { nodes: sorted, edges: edges.map(e => ({ ...e, from: place.get(e.from), to: place.get(e.to) })) };
}

function nodeOf(state, computation, instruction, open) {
  const key = keyOf(computation.name, instruction.name);
  const label = labelOf(computation, instruction);
  const node = {
    key,
    computation: computation.name,
    instruction,
    label,
    isRoot: instruction.name === computation.root,
    inner: [],
    w: Math.max(60, 2 * PAD + CHAR * Math.max(...label.map(line => line.length)) + (instruction.callees.length ? 14 : 0)),
    h: 36,
  };
  if (open.has(key)) openNode(state, node, open);
  return node;
}

// Called computations side by side below the label.
function openNode(state, node, open) {
  let x = PAD;
  let height = 0;
  for (const name of node.instruction.callees) {
    const callee = state.computation(name);
    const scene = sceneOf(state, callee, open);
    const title = node.instruction.callees.length > 1 ? HEADER : 0;
    node.inner.push({ name, x, y: node.h + title, title, scene });
    x += Math.max(scene.w, title && name.length * CHAR) + 2 * PAD;
    height = Math.max(height, scene.h + title);
  }
  node.labelHeight = node.h;
  node.w = Math.max(node.w, x);
  node.h += height + 2 * PAD;
}

// All boxes, containers before what they hold, and all lines, in one system of coordinates.
function flatten(scene, x = 0, y = 0, out = { boxes: [], lines: [], titles: [], byKey: new Map() }) {
  for (const node of scene.nodes) {
    const box = { ...node, x: x + node.x, y: y + node.y, isOpen: node.inner.length > 0 };
    out.boxes.push(box);
    if (!out.byKey.has(box.key)) out.byKey.set(box.key, box);
    for (const { name, x: dx, y: dy, title, scene: inner } of node.inner) {
      if (title) out.titles.push({ name, x: box.x + dx, y: box.y + dy - 8 });
      flatten(inner, box.x + dx, box.y + dy, out);
    }
  }
  for (const { from, to, points, control } of scene.edges) {
    out.lines.push({
      from: scene.nodes[from].key,
      to: scene.nodes[to].key,
      control,
      points: points.map(([px, py]) => [px + x, py + y]),
    });
  }
  return out;
}
