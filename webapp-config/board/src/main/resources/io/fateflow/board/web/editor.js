// JSON, edited with CodeMirror: <fate-editor>. Problems are marked on their lines.
import { script, style } from './lib.js';

const CM = 'codemirror/5.65.21';

const load = async () => {
  await Promise.all([style(`${CM}/lib/codemirror.css`), style(`${CM}/addon/hint/show-hint.css`), script(`${CM}/lib/codemirror.js`)]);
  await Promise.all(['mode/javascript/javascript.js', 'addon/edit/matchbrackets.js', 'addon/edit/closebrackets.js', 'addon/hint/show-hint.js'].map(path => script(`${CM}/${path}`)));
};

/** The line of each JSON pointer of a document, as far as the document can be read. */
export const linesOf = text => {
  const lines = new Map([['', 0]]);
  let at = 0;
  let line = 0;
  const skip = () => { while (at < text.length && /\s/.test(text[at])) { if (text[at] === '\n') line += 1; at += 1; } };
  const string = () => {
    const from = at;
    at += 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    try { return JSON.parse(text.slice(from, at)); } catch { return ''; }
  };
  const value = pointer => {
    skip();
    if (!lines.has(pointer)) lines.set(pointer, line);
    if (text[at] === '{' || text[at] === '[') {
      const list = text[at] === '[';
      at += 1;
      for (let index = 0; at < text.length; index += 1) {
        skip();
        if (text[at] === '}' || text[at] === ']') { at += 1; return; }
        if (text[at] === ',') { at += 1; index -= 1; continue; }
        let child = `${pointer}/${index}`;
        if (!list) {
          if (text[at] !== '"') return void (at = text.length);
          child = `${pointer}/${string().replaceAll('~', '~0').replaceAll('/', '~1')}`;
          lines.set(child, line);
          skip();
          if (text[at] === ':') at += 1;
        }
        value(child);
      }
    } else if (text[at] === '"') {
      string();
    } else {
      const from = at;
      while (at < text.length && !/[\s,\]}]/.test(text[at])) at += 1;
      if (at === from) at = text.length;
    }
  };
  value('');
  return lines;
};

const nearest = (lines, pointer) => {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
    if (lines.has(path)) return lines.get(path);
    if (!path.includes('/')) return 0;
  }
};

class Editor extends HTMLElement {
  #mirror = null;
  #value = '';
  #marked = [];
  #problems = [];

  async connectedCallback() {
    await load();
    if (this.#mirror || !this.isConnected) return;
    this.#mirror = window.CodeMirror(this, {
      value: this.#value, mode: { name: 'javascript', json: true }, lineNumbers: true, lineWrapping: true, matchBrackets: true, autoCloseBrackets: true, tabSize: 2, screenReaderLabel: this.getAttribute('label'),
      // Tab leaves the editor: whoever has no mouse gets out
      extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-Space': mirror => mirror.showHint({ hint: () => this.#hints(), completeSingle: false }) },
    });
    // what scrolls can be reached without a mouse
    this.#mirror.getScrollerElement().tabIndex = 0;
    this.#mirror.on('change', () => {
      this.#value = this.#mirror.getValue();
      this.dispatchEvent(new CustomEvent('edit', { detail: this.#value }));
    });
    this.#mirror.on('inputRead', (mirror, change) => { if (/["\w]/.test(change.text[0]) && mirror.getTokenAt(mirror.getCursor()).type?.includes('string')) mirror.showHint({ hint: () => this.#hints(), completeSingle: false }); });
    this.#mark();
  }

  set value(value) {
    if (value === this.#value) return;
    this.#value = value;
    this.#mirror?.setValue(value);
  }

  /** Words that are offered while somebody writes a text. */
  words = [];

  /** [{id, pointer, message}] */
  set problems(problems) {
    this.#problems = problems;
    this.#mark();
  }

  show(pointer) {
    const line = nearest(linesOf(this.#value), pointer);
    this.#mirror?.focus();
    this.#mirror?.setCursor({ line, ch: 0 });
    this.#mirror?.scrollIntoView({ line, ch: 0 }, 80);
  }

  #hints() {
    const cursor = this.#mirror.getCursor();
    const token = this.#mirror.getTokenAt(cursor);
    if (!token.string.startsWith('"')) return null;
    const typed = this.#mirror.getLine(cursor.line).slice(token.start + 1, cursor.ch).toLowerCase();
    const list = this.words.filter(word => word.toLowerCase().includes(typed)).slice(0, 30);
    const closed = token.string.length > 1 && token.string.endsWith('"');
    return { list, from: { line: cursor.line, ch: token.start + 1 }, to: { line: cursor.line, ch: closed ? token.end - 1 : cursor.ch } };
  }

  #mark() {
    if (!this.#mirror) return;
    this.#marked.forEach(line => this.#mirror.removeLineClass(line, 'background', 'bad-line'));
    const lines = linesOf(this.#value);
    this.#marked = this.#problems.map(problem => this.#mirror.addLineClass(Math.min(nearest(lines, problem.pointer), this.#mirror.lastLine()), 'background', 'bad-line'));
  }
}
customElements.define('fate-editor', Editor);
