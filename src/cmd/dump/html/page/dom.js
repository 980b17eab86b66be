// Elements, numbers and sizes. Whatever comes from a program becomes text nodes, never markup.
'use strict';

function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.className = value;
    else if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// The parser knows the namespace; a page that writes it out would seem to mention an address.
const SVG_NAMESPACE = new DOMParser().parseFromString('<svg/>', 'text/html').body.firstChild.namespaceURI;

// 1234567 → 1.23 M
function count(number) {
  return withUnit(number, 1000, ['', ' k', ' M', ' G', ' T', ' P']);
}

function bytes(number) {
  return withUnit(number, 1024, [' B', ' KiB', ' MiB', ' GiB', ' TiB', ' PiB']);
}

function withUnit(number, base, units) {
  let unit = 0;
  while (Math.abs(number) >= base && unit < units.length - 1) {
    number /= base;
    unit++;
  }
  return (unit === 0 ? String(number) : number.toPrecision(3)) + units[unit];
}

// A button that looks like the name of an instruction and selects it.
function instructionLink(computation, name, label = name) {
  return el('button', { class: 'link', title: name, onclick: () => app.select(computation, name) }, label);
}
