// Plots: <fate-chart>, drawn by Chart.js in the page's colours; and plain bars, tables and trees.
import { html, nothing, svg } from './lib.js';
import { script } from './lib.js';
import { figure } from './format.js';
import { t } from './i18n.js';

const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class Chart extends HTMLElement {
  #plot = null;
  #config = null;
  #redraw = () => this.#draw();

  connectedCallback() {
    addEventListener('themechange', this.#redraw);
    this.#draw();
  }

  disconnectedCallback() {
    removeEventListener('themechange', this.#redraw);
    this.#plot?.destroy();
    this.#plot = null;
  }

  /** {x, y, series: [{name, points: [[x, y]], dashed, fill, bars}], min, max}: what is drawn. */
  set config(config) {
    const text = JSON.stringify(config);
    if (text === this.text) return;
    this.text = text;
    this.#config = config;
    if (this.isConnected) this.#draw();
  }

  async #draw() {
    if (!this.#config) return;
    await script('chart.js/4.5.1/dist/chart.umd.min.js');
    if (!this.isConnected) return;
    this.#plot?.destroy();
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', this.#config.label ?? '');
    this.replaceChildren(canvas);
    this.#plot = new window.Chart(canvas, this.#options());
  }

  #options() {
    const { x = '', y = '', series, min, max, labels, xMin, xMax, vertical } = this.#config;
    const [text, muted, grid] = ['--text', '--muted', '--grid'].map(color);
    const font = { family: getComputedStyle(document.body).fontFamily, size: 11.5 };
    const axis = title => ({ title: { display: Boolean(title), text: title, color: muted, font }, ticks: { color: muted, font, maxTicksLimit: 8 }, grid: { color: grid }, border: { color: grid } });
    const datasets = series.map((one, index) => {
      const paint = color(`--plot-${(index % 5) + 1}`);
      const small = one.points.length <= 40;
      return {
        type: one.bars ? 'bar' : 'line', label: one.name, data: labels ? one.points : one.points.map(([at, value]) => ({ x: at, y: value })),
        borderColor: one.dashed ? muted : paint, backgroundColor: one.bars ? paint : `${paint}22`, borderWidth: one.bars ? 0 : 2, borderDash: one.dashed ? [5, 4] : [],
        fill: Boolean(one.fill), pointRadius: one.dashed || !small || one.bars ? 0 : 2.5, pointHoverRadius: 4, pointBackgroundColor: paint, tension: 0, stepped: one.stepped ?? false,
        borderRadius: 3, maxBarThickness: 46,
      };
    });
    return {
      data: { labels, datasets },
      options: {
        responsive: true, maintainAspectRatio: false, animation: false, parsing: labels ? undefined : false, normalized: true,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: { x: { ...axis(x), type: labels ? 'category' : 'linear', min: xMin, max: xMax, bounds: 'data' }, y: { ...axis(y), min, max } },
        plugins: {
          legend: { display: series.length > 1, position: 'bottom', labels: { color: text, font, boxWidth: 14, boxHeight: 2, usePointStyle: false } },
          tooltip: { callbacks: { label: item => `${item.dataset.label}: ${figure(item.parsed.y)}`, title: items => (labels ? items[0]?.label : `${x || 'x'} ${figure(items[0]?.parsed.x)}`) } },
          decimation: { enabled: true, algorithm: 'lttb', samples: 500, threshold: 1000 },
        },
      },
    };
  }
}
customElements.define('fate-chart', Chart);

const MOST_ROWS = 300;

/** A plot with its title, and its numbers for those who do not see it. */
export const plot = (title, config, extra = nothing) => html`<figure class="chart-box"><figcaption><span>${title}</span><span class="muted">${extra}</span></figcaption>
  <fate-chart .config=${{ ...config, label: title }}></fate-chart>
  <details class="folded"><summary>${t('numbers')}</summary><div class="table-wrap" tabindex="0" role="region" aria-label=${title}><table class="dense"><thead><tr><th scope="col">${config.x || 'x'}</th>${config.series.map(one => html`<th scope="col" class="num">${one.name}</th>`)}</tr></thead><tbody>
    ${rows(config).map(cells => html`<tr>${cells.map((cell, index) => html`<td class=${index ? 'num' : ''}>${cell}</td>`)}</tr>`)}</tbody></table></div></details></figure>`;

const rows = ({ series, labels }) => {
  if (labels) return labels.slice(0, MOST_ROWS).map((label, index) => [label, ...series.map(one => figure(one.points[index]))]);
  const at = [...new Set(series.flatMap(one => one.points.map(([x]) => x)))].sort((a, b) => a - b).slice(0, MOST_ROWS);
  const maps = series.map(one => new Map(one.points));
  return at.map(x => [figure(x), ...maps.map(map => (map.has(x) ? figure(map.get(x)) : ''))]);
};

/** Amounts beside their names, from the middle if some are negative. */
export const bars = entries => {
  const most = Math.max(...entries.map(([, value]) => Math.abs(value)), 1e-12);
  const signed = entries.some(([, value]) => value < 0);
  const place = value => (signed ? `left:${value < 0 ? 50 - (Math.abs(value) / most) * 50 : 50}%;width:${(Math.abs(value) / most) * 50}%` : `left:0;width:${(value / most) * 100}%`);
  return html`<div class="bars">${entries.map(([name, value]) => html`<span class="name">${name}</span><span class="track"><i class=${value < 0 ? 'minus' : ''} .style=${place(value)}></i></span><span class="value">${figure(value)}</span>`)}</div>`;
};

/** A square of numbers between -1 and 1. */
export const heat = (columns, lines, values) => html`<div class="table-wrap" tabindex="0" role="region" aria-label=${t('heat')}><table class="heat"><thead><tr><th><span class="aloud">${t('heat')}</span></th>${columns.map(name => html`<th scope="col" title=${name}>${name}</th>`)}</tr></thead>
  <tbody>${lines.map((name, line) => html`<tr><th scope="row" title=${name}>${name}</th>${columns.map((_, column) => {
    const value = Number(values(line, column));
    const strength = Number.isFinite(value) ? Math.round(Math.min(1, Math.abs(value)) * 62) : 0;
    return html`<td .style=${`background:color-mix(in srgb, var(${value < 0 ? '--plot-2' : '--plot-1'}) ${strength}%, var(--surface))`}>${Number.isFinite(value) ? value.toFixed(2) : '–'}</td>`;
  })}</tr>`)}</tbody></table></div>`;

const WIDTH = 132;
const HEIGHT = 46;

/** A binary tree: nodes are {text, sub, kind, left, right}. */
export const tree = root => {
  const nodes = [];
  const edges = [];
  let leaves = 0;
  const place = (node, depth) => {
    const children = [[node.left, '≤'], [node.right, '>']].filter(([child]) => child);
    const placed = children.map(([child, sign]) => [place(child, depth + 1), sign]);
    const x = placed.length ? (placed[0][0].x + placed.at(-1)[0].x) / 2 : leaves++ * (WIDTH + 14);
    const own = { ...node, x, y: depth * (HEIGHT + 34) };
    placed.forEach(([child, sign]) => edges.push([own, child, sign]));
    nodes.push(own);
    return own;
  };
  place(root, 0);
  const width = Math.max(1, leaves) * (WIDTH + 14) + 4;
  const height = Math.max(...nodes.map(node => node.y)) + HEIGHT + 6;
  return html`<div class="tree" tabindex="0" role="region" aria-label=${t('model.tree')}><svg width=${width} height=${height} role="img" aria-label=${t('model.tree')}>
    ${edges.map(([from, to, sign]) => svg`<path d="M${from.x + WIDTH / 2} ${from.y + HEIGHT + 2} C${from.x + WIDTH / 2} ${from.y + HEIGHT + 20} ${to.x + WIDTH / 2} ${to.y - 18} ${to.x + WIDTH / 2} ${to.y + 2}"></path><text class="edge" x=${(from.x + to.x + WIDTH) / 2 + (sign === '>' ? 6 : -12)} y=${from.y + HEIGHT + 20}>${sign}</text>`)}
    ${nodes.map(node => svg`<g class=${node.kind} transform="translate(${node.x + 2} ${node.y + 2})"><rect width=${WIDTH} height=${HEIGHT} rx="7"></rect><title>${node.text} ${node.sub}</title><text x=${WIDTH / 2} y="19" text-anchor="middle">${node.text.length > 20 ? `${node.text.slice(0, 19)}…` : node.text}</text><text class="edge" x=${WIDTH / 2} y="35" text-anchor="middle">${node.sub}</text></g>`)}</svg></div>`;
};
