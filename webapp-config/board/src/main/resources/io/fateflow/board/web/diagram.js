// A job's DAG, drawn by bpmn-js: <fate-diagram>. Badges say how each component is at each party.
import { html, render } from './lib.js';
import { script, style } from './lib.js';
import { icon, statusText } from './ui.js';
import { t, tOr } from './i18n.js';

const BPMN = 'bpmn-js/8.0.0/dist';
const ICONS = { success: 'check', pass: 'skip', running: 'play', waiting: 'clock', failed: 'cross', timeout: 'clock', canceled: 'stop' };

class Diagram extends HTMLElement {
  #xml = '';
  #states = new Map();
  #ready = null;
  #viewer = null;
  #marks = [];

  connectedCallback() {
    if (this.#viewer) return;
    this.innerHTML = '<div class="canvas"></div><div class="diagram-tools"></div>';
    render(html`<button class="icon-button" aria-label=${t('diagram.in')} title=${t('diagram.in')} @click=${() => this.#zoom(1.25)}>+</button>
      <button class="icon-button" aria-label=${t('diagram.out')} title=${t('diagram.out')} @click=${() => this.#zoom(0.8)}>−</button>
      <button class="icon-button" aria-label=${t('diagram.fit')} title=${t('diagram.fit')} @click=${() => this.#fit()}>⤢</button>`, this.querySelector('.diagram-tools'));
    this.#ready ??= this.#open();
  }

  disconnectedCallback() {
    this.#viewer?.destroy();
    this.#viewer = null;
    this.#ready = null;
  }

  /** The BPMN document. */
  set xml(xml) {
    if (!xml || xml === this.#xml) return;
    this.#xml = xml;
    if (this.isConnected) { this.#ready ??= this.#open(); this.#ready.then(() => this.#draw()); }
  }

  /** Component name to {status, parties: [{role, party, status}]}. */
  set states(states) {
    this.#states = states;
    this.#ready?.then(() => this.#mark());
  }

  async #open() {
    await Promise.all([style(`${BPMN}/assets/diagram-js.css`), script(`${BPMN}/bpmn-navigated-viewer.production.min.js`)]);
    if (!this.isConnected) return;
    const { fontFamily } = getComputedStyle(document.body);
    this.#viewer = new window.BpmnJS({ container: this.querySelector('.canvas'), textRenderer: { defaultStyle: { fontFamily, fontSize: 12, fontWeight: '500' } } });
    // the wheel belongs to the page, unless somebody asks for the diagram
    this.#viewer.get('zoomScroll').toggle(false);
    this.addEventListener('click', () => this.#viewer?.get('zoomScroll').toggle(true), { once: true });
    this.#viewer.on('element.click', ({ element }) => {
      const name = element.businessObject?.name;
      if (this.#states.has(name)) this.dispatchEvent(new CustomEvent('component', { detail: name, bubbles: true }));
    });
    await this.#draw();
  }

  async #draw() {
    if (!this.#viewer || !this.#xml || this.drawn === this.#xml) return;
    this.drawn = this.#xml;
    try {
      await this.#viewer.importXML(this.#xml);
      this.#fit();
      this.#marks = [];
      this.#mark();
      this.dispatchEvent(new Event('drawn'));
    } catch (error) {
      this.querySelector('.canvas').textContent = error.message;
    }
  }

  #mark() {
    if (!this.#viewer || this.drawn !== this.#xml || !this.#xml) return;
    const [canvas, overlays, registry] = ['canvas', 'overlays', 'elementRegistry'].map(part => this.#viewer.get(part));
    this.#marks.forEach(([id, marker]) => registry.get(id) && canvas.removeMarker(id, marker));
    overlays.clear();
    this.#marks = [];
    registry.filter(element => this.#states.has(element.businessObject?.name) && element.width).forEach(element => {
      const state = this.#states.get(element.businessObject.name);
      if (!state.status) return;
      const marker = `st-${state.status}`;
      canvas.addMarker(element.id, marker);
      this.#marks.push([element.id, marker]);
      const badges = document.createElement('div');
      badges.className = 'badges';
      badges.style.width = `${element.width}px`;
      const parties = state.parties ?? [];
      const some = parties.length > 4 ? [] : parties;
      render(html`${some.map(party => html`<span class="badge st-${party.status}" title="${tOr(`role.${party.role}`, party.role)} ${party.party}: ${statusText(party.status)}">${icon(ICONS[party.status] ?? 'dot')}${tOr(`role.short.${party.role}`, party.role[0].toUpperCase())}</span>`)}
        ${parties.length > 4 ? html`<span class="badge st-${state.status}">${parties.filter(party => party.status === 'success').length}/${parties.length}</span>` : ''}`, badges);
      overlays.add(element.id, { position: { bottom: 9, left: 0 }, html: badges, show: { minZoom: 0.35 } });
    });
  }

  #fit() {
    const canvas = this.#viewer?.get('canvas');
    if (!canvas) return;
    // as high as the drawing needs it, within reason
    const drawn = canvas.viewbox().inner;
    const scale = Math.min(1.15, (this.clientWidth / drawn.width) * 0.92);
    this.style.height = `${Math.round(Math.min(460, Math.max(190, drawn.height * scale + 110)))}px`;
    canvas.resized();
    canvas.zoom('fit-viewport', 'auto');
    const zoom = canvas.zoom();
    const best = Math.min(1.15, Math.max(zoom * 0.92, 0.1));
    canvas.zoom(best, 'auto');
    const box = canvas.viewbox();
    const { x, y, width, height } = box.inner;
    canvas.viewbox({ x: x + width / 2 - box.width / 2, y: y + height / 2 - box.height / 2 + 4, width: box.width, height: box.height });
  }

  #zoom(factor) {
    const canvas = this.#viewer.get('canvas');
    canvas.zoom(canvas.zoom() * factor, 'auto');
  }
}
customElements.define('fate-diagram', Diagram);

/** How components are, for the diagram: the last attempt of each at each party. */
export const componentStates = (dsl, attempts) => {
  const states = new Map(Object.keys(dsl.components ?? {}).map(name => [name, { status: '', parties: [] }]));
  const latest = new Map();
  attempts.forEach(attempt => latest.set(`${attempt.component} ${attempt.role} ${attempt.partyId}`, attempt));
  latest.forEach(attempt => {
    const state = states.get(attempt.component);
    if (!state) return;
    const is = status => (status === 'waiting' && !attempt.waitReason ? 'pending' : status);
    state.status = is(attempt.status);
    state.parties.push({ role: attempt.role, party: attempt.partyId, status: is(attempt.partyStatus) });
  });
  return states;
};

/** From which components one takes something. */
export const sources = (components, name) => [...new Set(JSON.stringify(components[name]?.input ?? {}).match(/"([^".]+)\.[^"]+"/g)?.map(text => text.slice(1).split('.')[0]) ?? [])].filter(source => source in components && source !== name);

/** Names of components, each behind those it takes something from. */
export const inOrder = dsl => {
  const components = dsl.components ?? {};
  const names = Object.keys(components);
  const depth = new Map();
  const deep = (name, seen = new Set()) => {
    if (depth.has(name) || seen.has(name)) return depth.get(name) ?? 0;
    seen.add(name);
    const found = Math.max(0, ...sources(components, name).map(source => deep(source, seen) + 1));
    depth.set(name, found);
    return found;
  };
  names.forEach(name => deep(name));
  return names.map((name, index) => [name, depth.get(name), index]).sort((a, b) => a[1] - b[1] || a[2] - b[2]).map(([name]) => name);
};
