// Layered layout: every node stands below what it reads. Linear or nearly so in nodes and edges, for graphs of
// thousands of nodes.
'use strict';

const LAYER_GAP = 30;
const NODE_GAP = 16;
const WIRE_GAP = 8;
const MOST_WIRES = 6000;
const ORDER_SWEEPS = 8;
const PLACE_SWEEPS = 16; // even: the last goes up

// Places nodes ({w, h}) in their layers, and edges ({from, to, port}: operand `port` of `to`) between them.
// Sets x and y of nodes (top left) and points of edges; returns the size of the whole.
function layoutGraph(nodes, edges, layer) {
  if (nodes.length === 0) return { w: 0, h: 0 };
  const graph = withWires(nodes, edges, layer);
  orderLayers(graph);
  placeAcross(graph);
  const height = placeDown(graph);
  const width = shiftToOrigin(graph);
  routeEdges(graph, edges);
  return { w: width, h: height };
}

// Operands are nodes before their users. Longest paths from above; then what can stand closer to its readers without
// longer wires moves down, and takes along what only it reads.
function assignLayers(nodes, edges) {
  const layer = new Int32Array(nodes.length);
  const reads = nodes.map(() => []);
  const readers = nodes.map(() => []);
  for (const { from, to } of edges) {
    reads[to].push(from);
    readers[from].push(to);
  }
  const anchors = nodes.map(() => 0);
  const follows = nodes.map(() => false);
  nodes.forEach((_, i) => {
    for (const from of reads[i]) layer[i] = Math.max(layer[i], layer[from] + 1);
    anchors[i] = reads[i].filter(from => !follows[from]).length;
    follows[i] = anchors[i] === 0 && readers[i].length === 1;
  });
  for (let i = nodes.length - 1; i >= 0; i--) {
    if (readers[i].length > 0 && anchors[i] <= readers[i].length) {
      layer[i] = readers[i].reduce((least, to) => Math.min(least, layer[to]), Infinity) - 1;
    }
  }
  return layer;
}

// Edges over more layers than this are not drawn but told in labels: as many as would fill the graph with wires, which
// nobody can follow, and the long ones in any case.
function farLimit(edges, layer) {
  for (let limit = 48; limit > 6; limit /= 2) {
    const longest = new Map();
    for (const { from, to } of edges) {
      const span = layer[to] - layer[from];
      if (span <= limit && span > (longest.get(from) ?? 0)) longest.set(from, span);
    }
    if ([...longest.values()].reduce((sum, span) => sum + span - 1, 0) <= MOST_WIRES) return limit;
  }
  return 6;
}

// Items are nodes and the places where wires cross layers. A value that is read far below has one wire, from which
// its readers branch off.
function withWires(nodes, edges, layer) {
  const items = nodes.map((node, i) => ({ node, layer: layer[i], w: node.w, h: node.h, up: [], down: [] }));
  const wires = nodes.map(() => new Map());
  const above = (from, below) => {
    let item = items[from];
    for (let at = layer[from] + 1; at < below; at++) {
      let next = wires[from].get(at);
      if (!next) {
        next = { node: null, layer: at, w: WIRE_GAP, h: 0, up: [item], down: [] };
        item.down.push(next);
        wires[from].set(at, next);
        items.push(next);
      }
      item = next;
    }
    return item;
  };
  for (const edge of edges) {
    const last = above(edge.from, layer[edge.to]);
    last.down.push(items[edge.to]);
    items[edge.to].up.push(last);
  }
  const layers = Array.from({ length: layer.reduce((a, b) => Math.max(a, b)) + 1 }, () => []);
  visitFromBelow(items, item => layers[item.layer].push(item));
  return { items, layers };
}

// Depth first from what nobody reads, so that related items start side by side.
function visitFromBelow(items, visit) {
  const seen = new Set();
  for (let i = items.length - 1; i >= 0; i--) {
    if (items[i].down.length > 0) continue;
    const stack = [items[i]];
    while (stack.length > 0) {
      const item = stack.pop();
      if (seen.has(item)) continue;
      seen.add(item);
      visit(item);
      for (let k = item.up.length - 1; k >= 0; k--) stack.push(item.up[k]);
    }
  }
}

// Each layer by the mean position of its neighbours, alternately above and below.
function orderLayers({ layers }) {
  const number = items => items.forEach((item, i) => { item.order = i; });
  layers.forEach(number);
  const sort = (items, side) => {
    for (const item of items) {
      const neighbours = item[side];
      item.key = neighbours.length === 0 ? item.order : mean(neighbours, other => other.order + portOf(item, other));
    }
    items.sort((a, b) => a.key - b.key || a.order - b.order);
    number(items);
  };
  for (let sweep = 0; sweep < ORDER_SWEEPS; sweep++) {
    if (sweep % 2 === 0) layers.forEach(items => sort(items, 'up'));
    else for (let i = layers.length - 1; i >= 0; i--) sort(layers[i], 'down');
  }
}

// Where an item enters its reader: operands stand in their order.
function portOf(item, reader) {
  return reader.layer < item.layer ? 0 : (reader.up.indexOf(item) + 1) / (reader.up.length + 1) - 0.5;
}

function mean(items, value) {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum / items.length;
}

// Centres: as near to those of neighbours as order and sizes allow. Wires pull hard, to be straight.
function placeAcross({ layers }) {
  for (const items of layers) {
    let x = 0;
    for (const item of items) {
      item.x = x + item.w / 2;
      x += item.w + NODE_GAP;
    }
    for (const item of items) item.x -= x / 2;
  }
  const place = (items, sides) => spread(items, items.map(item => wishFor(item, sides)));
  for (let sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
    const last = sweep >= PLACE_SWEEPS - 3;
    if (sweep % 2 === 0) for (const items of layers) place(items, last ? ['up', 'down'] : ['up']);
    else for (let i = layers.length - 1; i >= 0; i--) place(layers[i], last ? ['up', 'down'] : ['down']);
  }
}

function wishFor(item, sides) {
  let sum = 0;
  let weight = 0;
  for (const side of item.node ? sides : sides.slice(-1)) {
    for (const other of neighboursOf(item, side)) {
      const pull = pullOf(item, other);
      sum += pull * other.x;
      weight += pull;
    }
  }
  return weight === 0 ? { x: item.x, weight: 0.1 } : { x: sum / weight, weight };
}

// A wire goes on straight, whoever branches off.
function neighboursOf(item, side) {
  const wires = item.node ? [] : item[side].filter(other => !other.node);
  return wires.length > 0 ? wires : item[side];
}

// Parameters and the like come to their readers, not the readers to them.
function pullOf(a, b) {
  if (!a.node && !b.node) return 16;
  if (!a.node || !b.node) return 2;
  return a.up.length === 0 || b.up.length === 0 ? 0.2 : 1;
}

// Least squares under the constraint that items do not overlap: isotonic regression, by pooling adjacent violators.
function spread(items, wishes) {
  const blocks = [];
  let offset = 0;
  const offsets = items.map((item, i) => {
    if (i > 0) offset += (items[i - 1].w + item.w) / 2 + (item.node && items[i - 1].node ? NODE_GAP : WIRE_GAP);
    return offset;
  });
  wishes.forEach((wish, i) => {
    let block = { sum: (wish.x - offsets[i]) * wish.weight, weight: wish.weight, count: 1 };
    while (blocks.length > 0 && blocks.at(-1).sum / blocks.at(-1).weight > block.sum / block.weight) {
      const left = blocks.pop();
      block = { sum: left.sum + block.sum, weight: left.weight + block.weight, count: left.count + block.count };
    }
    blocks.push(block);
  });
  let i = 0;
  for (const block of blocks) {
    for (let k = 0; k < block.count; k++, i++) items[i].x = block.sum / block.weight + offsets[i];
  }
}

function placeDown({ layers }) {
  let y = 0;
  for (const items of layers) {
    const height = items.reduce((h, item) => Math.max(h, item.h), 0);
    for (const item of items) {
      item.top = y;
      item.bottom = y + height;
    }
    y += height + LAYER_GAP;
  }
  return y - LAYER_GAP;
}

function shiftToOrigin({ items }) {
  const left = items.reduce((x, item) => Math.min(x, item.x - item.w / 2), Infinity);
  const right = items.reduce((x, item) => Math.max(x, item.x + item.w / 2), -Infinity);
  for (const item of items) {
    item.x -= left;
    if (!item.node) continue;
    item.node.x = item.x - item.w / 2;
    item.node.y = item.top;
  }
  return right - left;
}

// Points from the reader up to the value, then turned around; a wire passes its layer straight.
function routeEdges({ items }, edges) {
  for (const edge of edges) {
    const to = items[edge.to];
    const ports = to.up.length;
    const share = (edge.port + 1) / (ports + 1);
    const points = [[to.node.x + to.w * share, to.node.y]];
    let item = to.up[edge.port];
    while (!item.node) {
      points.push([item.x, item.bottom], [item.x, item.top]);
      item = item.up[0];
    }
    const end = item.node.y + item.h;
    if (item.bottom > end) points.push([item.x, item.bottom]);
    points.push([item.x, end]);
    edge.points = points.reverse();
  }
}
