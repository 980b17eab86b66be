// The slider through the states of the program, with what each pass changed.
'use strict';

class PassSlider {
  constructor(footer) {
    const last = states.length - 1;
    this.range = el('input', {
      type: 'range', min: 0, max: last, value: last, 'aria-label': 'State of the program',
      oninput: () => app.go(Number(this.range.value)),
    });
    this.title = el('strong');
    this.summary = el('span', { class: 'summary' });
    this.ticks = el('div', { class: 'ticks' }, states.map(state => el('button', {
      title: state.title, onclick: () => app.go(state.index),
    }, state.title.replace(/#\d+$/, ''))));
    footer.append(
      el('div', { class: 'line' },
        el('button', { title: 'State before  [', onclick: () => app.go(app.state.index - 1) }, '‹'),
        this.range,
        el('button', { title: 'State after  ]', onclick: () => app.go(app.state.index + 1) }, '›'),
        el('div', { class: 'now' }, this.title, this.summary)),
      this.ticks);
  }

  show(state, changes) {
    this.range.value = state.index;
    this.title.textContent = state.title;
    const signs = Object.entries({ added: '+', moved: '»', removed: '−', changed: '~' });
    this.summary.replaceChildren(...signs
      .filter(([kind]) => changes[kind].length > 0)
      .map(([kind, sign]) => el('span', { class: kind }, `${sign}${changes[kind].length} `)));
    [...this.ticks.children].forEach((tick, i) => tick.classList.toggle('current', i === state.index));
    this.ticks.children[state.index].scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
