// Paints a scene on a canvas: only what the camera sees, and of that what can be read at its scale.
'use strict';

const FAR = 0.28; // below, labels are too small to read
const KIND_NAMES = {
  parameter: 'parameter', constant: 'constant', leaf: 'iota', elementwise: 'elementwise', movement: 'movement',
  indexing: 'gather, slice', contraction: 'dot, convolution', application: 'reduction, sort', algorithm: 'algorithm',
  structure: 'tuple', control: 'control flow', fusion: 'fusion',
};
const KINDS = Object.keys(KIND_NAMES);

// Colours of the page's style, which knows dark from light.
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const color = name => style.getPropertyValue(`--${name}`).trim();
  const names = ['text', 'muted', 'line', 'wire', 'accent', 'panel', 'box', 'hot', 'reads', 'users', 'added', 'moved',
    'changed'];
  const colors = Object.fromEntries(names.map(name => [name, color(name)]));
  colors.kinds = Object.fromEntries(KINDS.map(kind => [kind, color(`kind-${kind}`)]));
  return colors;
}

// `marks`: selected (key), reads, users, added, moved and changed (sets of keys), fill (of a box).
function drawScene(canvas, scene, camera, colors, marks) {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const scale = camera.scale * ratio;
  context.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale);
  const seen = {
    left: camera.x, right: camera.x + width / camera.scale, top: camera.y, bottom: camera.y + height / camera.scale,
  };
  const boxes = scene.boxes.filter(box => overlaps(box.x, box.y, box.x + box.w, box.y + box.h, seen));
  for (const box of boxes) if (box.isOpen) drawBox(context, box, camera, colors, marks);
  drawLines(context, scene.lines, seen, colors, marks);
  for (const box of boxes) if (!box.isOpen) drawBox(context, box, camera, colors, marks);
  context.fillStyle = colors.muted;
  context.font = FONT;
  if (camera.scale >= FAR) for (const { name, x, y } of scene.titles) context.fillText(name, x, y);
}

const FONT = '11px ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace';

function overlaps(left, top, right, bottom, seen) {
  return right >= seen.left && left <= seen.right && bottom >= seen.top && top <= seen.bottom;
}

function drawBox(context, box, camera, colors, marks) {
  const { x, y, w, h, key, instruction } = box;
  context.beginPath();
  context.roundRect(x, y, w, h, box.isOpen ? 8 : 5);
  context.fillStyle = box.isOpen ? colors.box : marks.fill(box);
  context.fill();
  context.lineWidth = box.isRoot ? 2 : 1;
  context.strokeStyle = colors.line;
  const outline = key === marks.selected ? colors.accent
    : marks.reads.has(key) ? colors.reads
      : marks.users.has(key) ? colors.users
        : colors[changeOf(key, marks)];
  if (outline) {
    context.strokeStyle = outline;
    context.lineWidth = Math.max(key === marks.selected ? 3 : 2, 1.5 / camera.scale);
  }
  context.stroke();
  if (camera.scale >= FAR) drawLabel(context, box, instruction.callees.length > 0, colors);
}

function changeOf(key, { added, moved, changed }) {
  return added.has(key) ? 'added' : moved.has(key) ? 'moved' : changed.has(key) ? 'changed' : null;
}

function drawLabel(context, { x, y, w, label, isOpen, isRoot }, opens, colors) {
  context.font = isRoot ? `bold ${FONT}` : FONT;
  context.fillStyle = colors.text;
  context.fillText(label[0], x + PAD, y + 15);
  context.font = FONT;
  context.globalAlpha = 0.72;
  context.fillText(label[1], x + PAD, y + 29);
  if (opens) context.fillText(isOpen ? '▾' : '▸', x + w - 14, y + 15);
  context.globalAlpha = 1;
}

function drawLines(context, lines, seen, colors, marks) {
  const strong = [];
  context.lineWidth = 1;
  context.strokeStyle = colors.wire;
  context.beginPath();
  for (const line of lines) {
    const { points, from, to } = line;
    const last = points.length - 1;
    const left = Math.min(points[0][0], points[last][0]) - 600;
    const right = Math.max(points[0][0], points[last][0]) + 600;
    if (!overlaps(left, points[0][1], right, points[last][1], seen)) continue;
    if (from === marks.selected || to === marks.selected) strong.push(line);
    else if (!line.control && !line.far) tracePath(context, points, seen);
  }
  context.stroke();
  drawControl(context, lines.filter(line => line.control && !line.far), seen);
  for (const { points, to, far } of strong) {
    context.setLineDash(far ? [6, 4] : []);
    context.lineWidth = 2;
    context.strokeStyle = to === marks.selected ? colors.reads : colors.users;
    context.beginPath();
    tracePath(context, points, seen);
    context.stroke();
  }
  context.setLineDash([]);
}

// Order without a value.
function drawControl(context, lines, seen) {
  context.setLineDash([4, 4]);
  context.beginPath();
  for (const { points } of lines) tracePath(context, points, seen);
  context.stroke();
  context.setLineDash([]);
}

// Straight down through layers, curved between them. Parts out of sight are skipped.
function tracePath(context, points, seen) {
  for (let i = 0; i + 1 < points.length; i++) {
    const [x0, y0] = points[i];
    const [x1, y1] = points[i + 1];
    if (y1 < seen.top || y0 > seen.bottom) continue;
    context.moveTo(x0, y0);
    if (x0 === x1) {
      context.lineTo(x1, y1);
    } else {
      const bend = (y1 - y0) / 2;
      context.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
    }
  }
}

// The whole scene in small, with what the camera sees.
function drawOverview(canvas, scene, camera, view, colors, marks) {
  const ratio = window.devicePixelRatio || 1;
  const scale = Math.min(150 / scene.w, 220 / scene.h);
  const [width, height] = [Math.max(24, scene.w * scale), Math.max(24, scene.h * scale)];
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.setTransform(scale * ratio, 0, 0, scale * ratio, 0, 0);
  const least = 1.2 / scale;
  for (const box of scene.boxes) {
    context.fillStyle = box.isOpen ? colors.box
      : box.key === marks.selected ? colors.accent
        : colors[changeOf(box.key, marks)] ?? colors.muted;
    context.fillRect(box.x, box.y, Math.max(box.w, least), Math.max(box.h, least));
  }
  context.strokeStyle = colors.accent;
  context.lineWidth = 1.5 / scale;
  context.strokeRect(camera.x, camera.y, view.w / camera.scale, view.h / camera.scale);
  return scale;
}
