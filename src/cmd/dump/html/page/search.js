// Search: instructions of the state whose name, operation, shape, attributes or place in the source have all words.
'use strict';

const SHOWN_MATCHES = 60;

class Search {
  constructor(box) {
    this.input = box.querySelector('input');
    this.list = box.querySelector('ol');
    this.input.addEventListener('input', () => this.show());
    this.input.addEventListener('focus', () => this.show());
    this.input.addEventListener('keydown', event => this.key(event));
    box.addEventListener('focusout', event => {
      if (!box.contains(event.relatedTarget)) this.list.hidden = true;
    });
  }

  matches(state, query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    let total = 0;
    if (words.length === 0) return { found, total };
    for (const { computation, instruction } of state.instructions()) {
      instruction.searched ??= [instruction.name, instruction.opcode, instruction.shape, ...instruction.attributes,
        instruction.location?.op_name, instruction.location?.place].join(' ').toLowerCase();
      if (!words.every(word => instruction.searched.includes(word))) continue;
      total++;
      if (found.length < SHOWN_MATCHES) found.push({ computation, instruction });
    }
    return { found, total };
  }

  show() {
    const { found, total } = this.matches(app.state, this.input.value);
    const rows = found.map(({ computation, instruction }) => el('li', {},
      el('button', { onclick: () => this.take(computation.name, instruction.name) },
        el('b', {}, instruction.name),
        el('span', {}, plainShape(instruction.shape)),
        el('small', {}, computation.name))));
    if (total > found.length) rows.push(el('li', { class: 'more' }, `${total - found.length} more`));
    if (total === 0 && this.input.value.trim()) rows.push(el('li', { class: 'more' }, 'nothing found'));
    this.list.replaceChildren(...rows);
    this.list.hidden = rows.length === 0;
  }

  take(computation, name) {
    this.list.hidden = true;
    app.select(computation, name);
  }

  key(event) {
    const buttons = [...this.list.querySelectorAll('button')];
    if (event.key === 'Enter') buttons[0]?.click();
    else if (event.key === 'ArrowDown') buttons[0]?.focus();
    else if (event.key === 'Escape') this.list.hidden = true;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
