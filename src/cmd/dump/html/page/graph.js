// The graph of one state: camera, mouse and keys, what is open, what is marked.
'use strict';

class GraphView {
  constructor(section) {
    [this.canvas, this.overview] = section.querySelectorAll('canvas');
    this.camera = { x: 0, y: 0, scale: 1 };
    this.colors = readColors();
    this.heat = 'kind';
    this.drawTools(section.querySelector('#tools'));
    this.legend = section.querySelector('#legend');
    this.listen();
  }

  get size() {
    return { w: this.canvas.clientWidth, h: this.canvas.clientHeight };
  }

  // Lays the graph out anew; what is at `anchor` (a key) stays where it is on the screen.
  show(state, open, anchor) {
    const before = anchor && this.scene?.byKey.get(anchor);
    this.state = state;
    const scene = sceneOf(state, state.computation(state.entry), open);
    this.scene = { w: scene.w, h: scene.h, ...flatten(scene) };
    const after = anchor && this.scene.byKey.get(anchor);
    if (before && after) {
      this.camera.x += after.x - before.x;
      this.camera.y += after.y - before.y;
    } else if (!anchor) {
      this.isPlaced = false;
    }
    this.place();
    this.keepInSight();
    this.drawLegend();
    this.draw();
  }

  // The camera has to know the size of what it looks at, which it has not in another tab.
  place() {
    if (!this.isPlaced && this.size.w > 0) this.home();
  }

  // All of it where that is readable, else the top.
  home() {
    this.isPlaced = true;
    const { w, h } = this.size;
    const whole = Math.min(w / (this.scene.w + 40), h / (this.scene.h + 40));
    this.camera.scale = Math.min(1.25, Math.max(whole, 0.9));
    const spare = h / this.camera.scale - this.scene.h;
    this.camera.y = spare > 0 ? -spare / 2 : -50 / this.camera.scale;
    const shown = this.scene.boxes.filter(box => box.y < this.camera.y + h / this.camera.scale);
    const centers = shown.map(box => box.x + box.w / 2).sort((a, b) => a - b);
    const middle = centers[centers.length >> 1] ?? 0;
    this.camera.x = (spare > 0 ? this.scene.w / 2 : middle) - w / this.camera.scale / 2;
  }

  fit() {
    const { w, h } = this.size;
    this.camera.scale = Math.min(1.25, w / (this.scene.w + 40), h / (this.scene.h + 40));
    this.camera.x = (this.scene.w - w / this.camera.scale) / 2;
    this.camera.y = (this.scene.h - h / this.camera.scale) / 2;
    this.draw();
  }

  // Moves the camera so that a box is in the middle, unless it is well in sight.
  reveal(key) {
    const box = this.scene.byKey.get(key);
    const { w, h } = this.size;
    if (!box || w === 0) return;
    if (this.camera.scale < 0.5) this.camera.scale = 0.9;
    const x = (box.x + box.w / 2 - this.camera.x) * this.camera.scale;
    const y = (box.y + Math.min(box.h, 40) / 2 - this.camera.y) * this.camera.scale;
    if (x < 80 || x > w - 80 || y < 60 || y > h - 60) {
      this.camera.x = box.x + box.w / 2 - w / this.camera.scale / 2;
      this.camera.y = box.y + Math.min(box.h, 40) / 2 - h / this.camera.scale / 2;
    }
    this.draw();
  }

  keepInSight() {
    const { w, h } = this.size;
    const room = 80 / this.camera.scale;
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
    this.camera.x = clamp(this.camera.x, room - w / this.camera.scale, this.scene.w - room);
    this.camera.y = clamp(this.camera.y, room - h / this.camera.scale, this.scene.h - room);
  }

  zoom(factor, x = this.size.w / 2, y = this.size.h / 2) {
    const { camera } = this;
    const scale = Math.min(3, Math.max(0.02, camera.scale * factor));
    camera.x += x / camera.scale - x / scale;
    camera.y += y / camera.scale - y / scale;
    camera.scale = scale;
    this.move(0, 0);
  }

  // By pixels of the screen.
  move(dx, dy) {
    this.camera.x += dx / this.camera.scale;
    this.camera.y += dy / this.camera.scale;
    this.keepInSight();
    this.draw();
  }

  // Soon, and once.
  draw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.drawNow();
    });
  }

  drawNow() {
    if (!this.scene || this.size.w === 0) return;
    const marks = this.marks();
    drawScene(this.canvas, this.scene, this.camera, this.colors, marks);
    this.overviewScale = drawOverview(this.overview, this.scene, this.camera, this.size, this.colors, marks);
  }

  marks() {
    const none = new Set();
    const marks = { selected: null, reads: none, users: none, fill: this.fill(), ...app.changeMarks() };
    const { selected } = app;
    const computation = selected && this.state.computation(selected.computation);
    const instruction = computation?.byName.get(selected.instruction);
    if (!instruction) return marks;
    const keys = names => new Set(names.map(name => keyOf(computation.name, name)));
    marks.selected = keyOf(computation.name, instruction.name);
    marks.reads = keys(instruction.operands);
    marks.users = keys(computation.users.get(instruction.name));
    return marks;
  }

  // By kind, or from cold to hot by a cost.
  fill() {
    const { kinds } = this.colors;
    if (this.heat === 'kind') return box => kinds[box.instruction.kind];
    const closed = this.scene.boxes.filter(box => !box.isOpen);
    const most = closed.reduce((max, box) => Math.max(max, box.instruction.cost[this.heat]), 1);
    return box => {
      const share = Math.sqrt(box.instruction.cost[this.heat] / most);
      return `color-mix(in srgb, ${this.colors.hot} ${Math.round(Math.min(1, share) * 100)}%, ${this.colors.panel})`;
    };
  }

  drawTools(tools) {
    const choices = Object.entries({ kind: 'kind', flops: 'FLOPs', bytes: 'bytes' });
    const heat = el('select', { 'aria-label': 'Colour by', onchange: () => this.setHeat(heat.value) },
      choices.map(([value, label]) => el('option', { value }, label)));
    tools.append(
      el('button', { title: 'Zoom in  +', onclick: () => this.zoom(1.3) }, '+'),
      el('button', { title: 'Zoom out  −', onclick: () => this.zoom(1 / 1.3) }, '−'),
      el('button', { title: 'Show all  0', onclick: () => this.fit() }, 'Fit'),
      el('button', { title: 'Open everything', onclick: () => app.openAll() }, 'Open all'),
      el('button', { title: 'Close everything', onclick: () => app.closeAll() }, 'Close all'),
      el('label', {}, 'Colour ', heat));
  }

  setHeat(heat) {
    this.heat = heat;
    this.drawLegend();
    this.draw();
  }

  drawLegend() {
    const kinds = KINDS.filter(kind => this.scene.boxes.some(box => box.instruction.kind === kind));
    const swatch = (color, name) => el('span', {}, el('i', { style: `background:${color}` }), name);
    const scale = [swatch(this.colors.panel, 'none'), swatch(this.colors.hot, `most ${this.heat}`)];
    this.legend.replaceChildren(...(this.heat === 'kind'
      ? kinds.map(kind => swatch(this.colors.kinds[kind], KIND_NAMES[kind])) : scale));
  }

  // The innermost box at a place on the canvas.
  boxAt(x, y) {
    const px = x / this.camera.scale + this.camera.x;
    const py = y / this.camera.scale + this.camera.y;
    return this.scene.boxes.findLast(b => px >= b.x && px <= b.x + b.w && py >= b.y && py <= b.y + b.h) ?? null;
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener('wheel', event => this.wheel(event), { passive: false });
    canvas.addEventListener('pointerdown', event => this.press(event));
    canvas.addEventListener('dblclick', event => this.toggleAt(event.offsetX, event.offsetY));
    canvas.addEventListener('keydown', event => this.key(event));
    this.overview.addEventListener('pointerdown', event => this.jump(event));
    new ResizeObserver(() => this.drawNow()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.colors = readColors();
      this.drawLegend();
      this.draw();
    });
  }

  wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey || event.metaKey) this.zoom(Math.exp(-event.deltaY * unit / 250), event.offsetX, event.offsetY);
    else this.move(event.deltaX * unit, event.deltaY * unit);
  }

  // A drag moves the graph, a click selects; a click on the arrow opens.
  press(start) {
    let last = start;
    let moved = false;
    const drag = event => {
      moved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 4;
      if (moved) this.move(last.clientX - event.clientX, last.clientY - event.clientY);
      last = event;
    };
    const release = event => {
      removeEventListener('pointermove', drag);
      if (!moved && event.target === this.canvas) this.click(start.offsetX, start.offsetY);
    };
    addEventListener('pointermove', drag);
    addEventListener('pointerup', release, { once: true });
  }

  click(x, y) {
    const box = this.boxAt(x, y);
    if (!box) return app.select(null);
    return this.isOnArrow(box, x) ? app.toggle(box.key) : app.select(box.computation, box.instruction.name);
  }

  toggleAt(x, y) {
    const box = this.boxAt(x, y);
    if (box && box.instruction.callees.length > 0 && !this.isOnArrow(box, x)) app.toggle(box.key);
  }

  isOnArrow(box, x) {
    return box.instruction.callees.length > 0 && x / this.camera.scale + this.camera.x > box.x + box.w - 22;
  }

  jump(event) {
    const { w, h } = this.size;
    this.camera.x = event.offsetX / this.overviewScale - w / this.camera.scale / 2;
    this.camera.y = event.offsetY / this.overviewScale - h / this.camera.scale / 2;
    this.move(0, 0);
  }

  key(event) {
    const steps = { ArrowUp: 'operands', ArrowDown: 'users' };
    if (steps[event.key] && app.selected) this.walk(steps[event.key]);
    else if (event.key === 'Enter' && app.selected) app.toggle(app.selectedKey);
    else if (event.key === '+') this.zoom(1.3);
    else if (event.key === '-') this.zoom(1 / 1.3);
    else if (event.key === '0') this.fit();
    else return;
    event.preventDefault();
  }

  // To the first operand or user of what is selected.
  walk(direction) {
    const computation = this.state.computation(app.selected.computation);
    const instruction = computation?.byName.get(app.selected.instruction);
    if (!instruction) return;
    const next = direction === 'operands' ? instruction.operands : computation.users.get(instruction.name);
    if (next.length > 0) app.select(computation.name, next[0]);
  }
}
