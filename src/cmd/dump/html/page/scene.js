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

// Two lines: the name, and the shape with the operands that no line leads from: constants, and what is far above.
function labelOf(computation, instruction, far) {
  const { name, opcode, shape, operands, kind, value } = instruction;
  const told = operands.flatMap((operand, i) => {
    const place = operands.length === 1 ? '' : `${i}: `;
    if (isInLabel(computation, computation.byName.get(operand))) return [place + labelValue(computation, operand)];
    return far.has(operand) ? [`${place}↑${operand}`] : [];
  });
  const title = kind === 'parameter' || name.includes(opcode) ? name : `${name} · ${opcode}`;
  const extra = kind === 'parameter' ? [`#${value}`] : told;
  return [title, [plainShape(shape), ...extra].join('  ')].map(shortened);
}

// A computation as nodes and edges with places, relative to its own corner. `open` holds keys of instructions whose
// computations stand in their place.
function sceneOf(state, computation, open) {
  const { instructions, edges, layer, limit } = graphOf(computation);
  const isFar = ({ from, to }) => layer[to] - layer[from] > limit;
  const far = instructions.map(() => new Set());
  for (const edge of edges.filter(isFar)) far[edge.to].add(instructions[edge.from].name);
  const nodes = instructions.map((instruction, i) => nodeOf(state, computation, instruction, open, far[i]));
  const near = edges.filter(edge => !isFar(edge)).map(edge => ({ ...edge }));
  const ports = nodes.map(() => 0);
  for (const edge of near) edge.port = ports[edge.to]++;
  return { nodes, edges: near, far: edges.filter(isFar), ...layoutGraph(nodes, near, layer) };
}

// The instructions that are drawn, operands first, with the edges between them by operand, and their layers.
function graphOf(computation) {
  if (computation.graph) return computation.graph;
  const shown = computation.instructions.filter(instruction => !isInLabel(computation, instruction));
  const index = new Map(shown.map((instruction, i) => [instruction.name, i]));
  const edges = shown.flatMap(({ operands, before }, to) => [
    ...operands.map(name => ({ from: index.get(name), to, control: false })),
    ...before.map(name => ({ from: index.get(name), to, control: true })),
  ]).filter(({ from }) => from !== undefined);
  const sorted = topological(shown, edges);
  const layer = assignLayers(sorted.instructions, sorted.edges);
  computation.graph = { ...sorted, layer, limit: farLimit(sorted.edges, layer) };
  return computation.graph;
}

// Operands before users. A schedule has them so; its control edges and any other order too, but nothing promises it.
function topological(instructions, edges) {
  if (edges.every(({ from, to }) => from < to)) return { instructions, edges };
  const reads = instructions.map(() => []);
  for (const { from, to } of edges) reads[to].push(from);
  const place = new Map();
  const stack = [];
  for (let start = 0; start < instructions.length; start++) {
    stack.push(start);
    while (stack.length > 0) {
      const i = stack.at(-1);
      const next = place.has(i) ? undefined : reads[i].find(from => !place.has(from));
      if (next !== undefined) stack.push(next);
      else if (!place.has(stack.pop())) place.set(i, place.size);
    }
  }
  const sorted = [];
  place.forEach((to, from) => { sorted[to] = instructions[from]; });
  return { instructions: sorted, edges: edges.map(e => ({ ...e, from: place.get(e.from), to: place.get(e.to) })) };
}

function nodeOf(state, computation, instruction, open, far) {
  const key = keyOf(computation.name, instruction.name);
  const label = labelOf(computation, instruction, far);
  const arrow = instruction.callees.length > 0 ? 14 : 0;
  const node = {
    key,
    computation: computation.name,
    instruction,
    label,
    isRoot: instruction.name === computation.root,
    inner: [],
    w: Math.max(60, 2 * PAD + CHAR * Math.max(...label.map(line => line.length)) + arrow),
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
    const moved = points.map(([px, py]) => [px + x, py + y]);
    out.lines.push({ from: scene.nodes[from].key, to: scene.nodes[to].key, control, far: false, points: moved });
  }
  for (const { from, to, control } of scene.far) {
    const [above, below] = [scene.nodes[from], scene.nodes[to]];
    const points = [[x + above.x + above.w / 2, y + above.y + above.h], [x + below.x + below.w / 2, y + below.y]];
    out.lines.push({ from: above.key, to: below.key, control, far: true, points });
  }
  return out;
}
