// Puts the parts together. All that is shown follows from the state, what is selected, what is open and the tab; the
// address after # has these, so that an address can be sent to a colleague.
'use strict';

const TABS = { graph: 'Graph', schedule: 'Schedule', memory: 'Memory' };

class App {
  constructor() {
    const get = id => document.getElementById(id);
    this.state = states.at(-1);
    this.selected = null;
    this.open = new Set();
    this.tab = 'graph';
    this.sections = Object.fromEntries(Object.keys(TABS).map(tab => [tab, get(tab)]));
    this.details = get('details');
    get('name').textContent = payload.name;
    document.title = `${payload.name} · pjrt`;
    this.tabs = Object.entries(TABS).map(([tab, label]) => el('button', {
      role: 'tab', onclick: () => this.goTab(tab),
    }, label));
    get('tabs').append(...this.tabs);
    this.passes = new PassSlider(get('passes'));
    this.search = new Search(get('search'));
    addEventListener('keydown', event => this.key(event));
    addEventListener('hashchange', () => this.readAddress());
  }

  start() {
    this.graph = new GraphView(this.sections.graph);
    this.readAddress();
    this.graph.drawNow();
    document.documentElement.dataset.readyMs = Math.round(performance.now());
  }

  get selectedKey() {
    return this.selected && keyOf(this.selected.computation, this.selected.instruction);
  }

  changes() {
    const { state } = this;
    state.changes ??= state.index === 0 ? { added: [], moved: [], changed: [], removed: [] }
      : changesSince(states[state.index - 1], state);
    return state.changes;
  }

  changeMarks() {
    const { state } = this;
    const keys = changes => new Set(changes.map(([computation, name]) => keyOf(computation, name)));
    const { added, moved, changed } = this.changes();
    state.marks ??= { added: keys(added), moved: keys(moved), changed: keys(changed) };
    return state.marks;
  }

  go(index) {
    if (!states[index] || index === this.state.index) return;
    this.state = states[index];
    const at = this.selectedKey;
    this.graph.show(this.state, this.open, at && this.graph.scene.byKey.has(at) ? at : this.anchor());
    this.render();
  }

  // Something that stays in sight from one state to the next.
  anchor() {
    const { camera, scene, size } = this.graph;
    const middle = camera.y + size.h / camera.scale / 2;
    const here = this.state.computation(this.state.entry);
    const kept = scene.boxes.filter(box => here.byName.has(box.instruction.name) && box.computation === here.name);
    return kept.sort((a, b) => Math.abs(a.y - middle) - Math.abs(b.y - middle))[0]?.key ?? null;
  }

  goTab(tab) {
    this.tab = tab;
    this.render();
    if (tab !== 'graph') return;
    this.graph.place();
    if (this.selected) this.reveal();
    this.graph.drawNow();
  }

  // Selects an instruction and shows it: what it stands in is opened. Null selects nothing.
  select(computation, instruction) {
    this.selected = computation ? { computation, instruction } : null;
    if (this.selected && this.openTo(computation)) this.graph.show(this.state, this.open, this.anchor());
    this.render();
    if (this.selected) this.reveal();
  }

  // An instruction that stands in labels is shown at its first reader.
  reveal() {
    const { computation, instruction } = this.selected;
    const home = this.state.computation(computation);
    let name = instruction;
    while (home?.byName.has(name) && !this.graph.scene.byKey.has(keyOf(computation, name))) {
      name = home.users.get(name)[0];
    }
    this.graph.reveal(keyOf(computation, name));
  }

  // Opens the instructions that a computation stands in; says whether any was closed.
  openTo(name) {
    let changed = false;
    for (let steps = 0; name !== this.state.entry && steps < 100; steps++) {
      const call = this.state.callersOf(name)[0];
      if (!call) break;
      const key = keyOf(call.computation, call.instruction);
      changed ||= !this.open.has(key);
      this.open.add(key);
      name = call.computation;
    }
    return changed;
  }

  toggle(key) {
    const [computation, instruction] = key.split('/');
    if (this.state.computation(computation)?.byName.get(instruction)?.callees.length > 0) {
      if (!this.open.delete(key)) this.open.add(key);
      this.graph.show(this.state, this.open, key);
      this.render();
    }
  }

  openAll() {
    for (const { computation, instruction } of this.state.instructions()) {
      if (instruction.callees.length > 0) this.open.add(keyOf(computation.name, instruction.name));
    }
    this.graph.show(this.state, this.open, this.anchor());
    this.render();
  }

  closeAll() {
    const anchor = this.anchor();
    this.open.clear();
    this.graph.show(this.state, this.open, anchor);
    this.render();
  }

  render() {
    Object.entries(this.sections).forEach(([tab, section]) => { section.hidden = tab !== this.tab; });
    this.tabs.forEach((button, i) => button.setAttribute('aria-selected', Object.keys(TABS)[i] === this.tab));
    if (this.tab === 'memory' && !this.sections.memory.hasChildNodes()) showMemory(this.sections.memory);
    if (this.tab === 'schedule' && !this.sections.schedule.hasChildNodes()) showSchedule(this.sections.schedule);
    showDetails(this.details, this.state, this.selected, this.changes());
    this.passes.show(this.state, this.changes());
    this.graph.draw();
    this.writeAddress();
  }

  writeAddress() {
    const parameters = new URLSearchParams();
    if (this.tab !== 'graph') parameters.set('tab', this.tab);
    if (this.state.index !== states.length - 1) parameters.set('pass', this.state.title);
    if (this.selected) parameters.set('select', this.selectedKey);
    if (this.open.size > 0 && this.open.size <= 20) parameters.set('open', [...this.open].join(','));
    history.replaceState(null, '', `#${parameters}`);
  }

  // #pass=fusion%231&select=main/add.4&open=main/add_fusion&tab=memory&find=words. A pass can be a number of the
  // slider too; what is selected or open needs no computation where its name is found without.
  readAddress() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const pass = parameters.get('pass');
    this.state = states.find(state => state.title === pass) ?? states[Number(pass ?? NaN)] ?? states.at(-1);
    const keys = (parameters.get('open') ?? '').split(',').map(key => this.keyNamed(key)).filter(Boolean);
    this.open = new Set(parameters.get('open') === 'all' ? [] : keys);
    const tab = parameters.get('tab');
    this.tab = Object.hasOwn(TABS, tab) ? tab : 'graph';
    const selected = this.keyNamed(parameters.get('select') ?? '');
    this.graph.show(this.state, this.open, null);
    if (parameters.get('open') === 'all') this.openAll();
    this.select(...(selected ? selected.split('/') : [null]));
    if (parameters.has('find')) {
      this.search.input.value = parameters.get('find');
      this.search.show();
    }
  }

  keyNamed(name) {
    if (name.includes('/')) return name;
    const home = name && this.state.homeOf(name);
    return home ? keyOf(home.name, name) : null;
  }

  key(event) {
    const typing = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') this.search.input.focus();
    else if (event.key === '[') this.go(this.state.index - 1);
    else if (event.key === ']') this.go(this.state.index + 1);
    else if (event.key === 'Escape') this.select(null);
    else return;
    event.preventDefault();
  }
}

const app = new App();
app.start();
