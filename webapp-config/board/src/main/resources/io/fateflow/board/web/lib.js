// The libraries in one place: their versions are those of the build.
export { html, svg, nothing, render } from '/board/lib/lit-html/3.3.2/lit-html.js';
export { repeat } from '/board/lib/lit-html/3.3.2/directives/repeat.js';
export { keyed } from '/board/lib/lit-html/3.3.2/directives/keyed.js';
export { live } from '/board/lib/lit-html/3.3.2/directives/live.js';
export { ifDefined } from '/board/lib/lit-html/3.3.2/directives/if-defined.js';

const loaded = new Map();

const tag = (name, attributes) => new Promise((resolve, reject) => {
  const node = Object.assign(document.createElement(name), attributes);
  node.onload = resolve;
  node.onerror = () => reject(new Error(`${attributes.src ?? attributes.href} can't be loaded`));
  document.head.append(node);
});

const once = (path, load) => {
  if (!loaded.has(path)) loaded.set(path, load());
  return loaded.get(path);
};

/** Loads a library that is a plain script; several at once keep their order. */
export const script = path => once(path, () => tag('script', { src: `/board/lib/${path}`, async: false }));
export const style = path => once(path, () => tag('link', { rel: 'stylesheet', href: `/board/lib/${path}` }));
