// What all pages are made of. Text of users is only ever text here: the view library escapes it.
import { html, nothing, live } from './lib.js';
import { t, tOr } from './i18n.js';
import { fullTime, time } from './format.js';

const ICONS = {
  jobs: 'M4 6h16M4 12h16M4 18h10',
  submit: 'M12 5v14M5 12h14',
  resources: 'M6 6h12v12H6zM9 2v4M15 2v4M9 18v4M15 18v4M2 9h4M2 15h4M18 9h4M18 15h4',
  sites: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  consents: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5',
  lineage: 'M6 6h0M6 18h0M18 12h0M8 6c5 0 4 6 8 6M8 18c5 0 4-6 8-6M4 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0M4 18a2 2 0 1 0 4 0 2 2 0 0 0-4 0M16 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M9 8h3',
  health: 'M3 12h4l2-6 4 12 2-6h6',
  compare: 'M6 20V10M12 20V4M18 20v-7',
  sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6 6 4.500 4.500M19.500 19.500 18 18M6 18l-1.500 1.500M19.500 4.500 18 6M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  check: 'M5 12.500 10 17.500 19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3',
  play: 'M8 5l11 7-11 7z',
  stop: 'M6 6h12v12H6z',
  pause: 'M8 5v14M16 5v14',
  redo: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  alert: 'M12 3 2 20h20zM12 10v4M12 17.500v.010',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 4-6 8-6s8 2 8 6',
  skip: 'M5 12h14M14 7l5 5-5 5',
  dot: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
};

export const icon = name => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${ICONS[name] ?? ICONS.dot}></path></svg>`;

const STATUS_ICONS = { success: 'check', pass: 'skip', running: 'play', waiting: 'clock', failed: 'cross', timeout: 'clock', canceled: 'stop', suspended: 'pause' };

export const statusText = status => tOr(`status.${status}`, status);

export const pill = status => html`<span class="pill st-${status}">${icon(STATUS_ICONS[status] ?? 'dot')}${statusText(status)}</span>`;

export const shown = job => (job.suspended && ['waiting', 'running'].includes(job.status) ? 'suspended' : job.status);

export const when = millis => html`<time title=${fullTime(millis)}>${time(millis)}</time>`;

export const bar = (value, status = 'running') => html`<span class="bar st-${status}" role="img" aria-label="${value} %"><span .style=${`width:${value}%`}></span></span>`;

export const partyChip = (role, party, status) => html`<span class="chip ${status ? `st-${status}` : ''}"><b>${tOr(`role.${role}`, role)}</b> ${party}</span>`;

export const parties = roles => Object.entries(roles ?? {}).flatMap(([role, ids]) => ids.map(id => ({ role, party: String(id) })));

export const empty = (title, text, action = nothing) => html`<div class="empty"><p class="empty-title">${title}</p><p>${text}</p>${action}</div>`;

export const loading = () => html`<div class="loading" role="status"><span class="spinner"></span>${t('loading')}</div>`;

export const failure = error => error.message === 'offline'
  ? banner('failed', t('offline.title'), t('offline.text'))
  : banner('failed', error.message, error.remedy, error.id);

/** A message that matters: a status, what is so, what to do about it. */
export const banner = (status, title, text = '', id = '', actions = nothing) => html`
  <div class="banner st-${status}" role=${status === 'failed' ? 'alert' : 'status'}>
    ${icon(STATUS_ICONS[status] === 'cross' ? 'alert' : STATUS_ICONS[status] ?? 'alert')}
    <div class="banner-text"><p class="banner-title">${title}</p>${text ? html`<p class="banner-more">${text}</p>` : nothing}</div>
    ${id ? html`<code class="error-id">${id}</code>` : nothing}
    <div class="banner-actions">${actions}</div>
  </div>`;

export const card = (title, body, actions = nothing, extra = '') => html`
  <section class="card ${extra}"><header class="card-head"><h2>${title}</h2><div class="card-actions">${actions}</div></header><div class="card-body">${body}</div></section>`;

export const facts = entries => html`<dl class="facts">${entries.filter(([, value]) => value !== nothing && value !== undefined && value !== null && value !== '')
  .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** A table with a head, and a caption that is read aloud. Columns: [title, class]. */
export const table = (caption, columns, rows, extra = '') => html`
  <div class="table-wrap" tabindex="0" role="region" aria-label=${caption}><table class=${extra}>
    <caption class="aloud">${caption}</caption>
    <thead><tr>${columns.map(column => {
      const [title, kind] = Array.isArray(column) ? column : [column, ''];
      return html`<th scope="col" class=${kind}>${title === '' ? html`<span class="aloud">${t('actions')}</span>` : title}</th>`;
    })}</tr></thead>
    <tbody>${rows.map(cells => html`<tr>${cells.map((cell, index) => html`<td class=${(Array.isArray(columns[index]) && columns[index][1]) || ''}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>`;

export const tabs = (label, entries, chosen, href) => html`<nav class="tabs" aria-label=${label}>${entries.map(([key, title, extra]) => html`
  <a href=${href(key)} class="tab" aria-current=${key === chosen ? 'page' : 'false'}>${title}${extra ?? nothing}</a>`)}</nav>`;

/** Error reports: what, and what to do; the stack is folded. */
export const report = text => {
  const lines = text.split('\n');
  const at = lines.findIndex(line => /^\s+at |^Traceback|^Caused by|^\s*File "/.test(line));
  const head = (at < 0 ? lines : lines.slice(0, at)).join('\n').trim();
  const stack = at < 0 ? '' : lines.slice(at).join('\n');
  const [, remedyHead, remedy] = /^([\s\S]*?)\n?What to do: ([\s\S]*)$/.exec(head) ?? [null, head, ''];
  const [, id, message] = /^(FFB-\d+)\s+([\s\S]*)$/.exec(remedyHead) ?? [null, '', remedyHead];
  return { id, message, remedy, stack };
};

export const folded = (title, text) => text ? html`<details class="folded"><summary>${title}</summary><pre tabindex="0">${text}</pre></details>` : nothing;

/** Asks before something is done; resolves to the form's data, or to null. */
export const confirm = ({ title, text, button, danger = false, fields = nothing }) => new Promise(resolve => {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog';
  import('./lib.js').then(({ render }) => {
    render(html`<form method="dialog" @submit=${event => { event.preventDefault(); const data = Object.fromEntries(new FormData(event.target)); dialog.close(); resolve(data); }}>
      <h2 id="dialog-title">${title}</h2><p>${text}</p>${fields}
      <div class="dialog-actions"><button type="button" class="button" @click=${() => { dialog.close(); resolve(null); }}>${t('cancel')}</button>
      <button class="button ${danger ? 'danger' : 'primary'}">${button}</button></div></form>`, dialog);
    dialog.setAttribute('aria-labelledby', 'dialog-title');
    dialog.addEventListener('close', () => { dialog.remove(); resolve(null); });
    document.body.append(dialog);
    dialog.showModal();
  });
});

let toastTimer;
export const toast = (text, status = 'success') => {
  let node = document.querySelector('.toast');
  if (!node) {
    node = document.createElement('div');
    node.setAttribute('role', 'status');
    document.body.append(node);
  }
  node.className = `toast st-${status}`;
  node.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => node.remove(), 6000);
};

export const input = (label, value, oninput, attributes = {}) => html`<label class="field"><span>${label}</span>
  <input .value=${live(String(value ?? ''))} type=${attributes.type ?? 'text'} name=${attributes.name ?? ''} list=${attributes.list ?? ''} placeholder=${attributes.placeholder ?? ''}
    step="any" ?required=${attributes.required} autocomplete="off" @input=${event => oninput(event.target.value)}></label>`;

export const select = (label, value, options, onchange) => html`<label class="field"><span>${label}</span>
  <select @change=${event => onchange(event.target.value)}>${options.map(option => {
    const [key, title] = Array.isArray(option) ? option : [option, option];
    return html`<option value=${key} ?selected=${String(key) === String(value)}>${title}</option>`;
  })}</select></label>`;

/** Folded JSON, whatever it is. */
export const jsonTree = (value, name = '', open = true) => {
  if (value === null || typeof value !== 'object') {
    return html`<div class="json-leaf">${name !== '' ? html`<span class="json-key">${name}</span>` : nothing}<span class="json-value json-${typeof value}">${typeof value === 'string' ? value : JSON.stringify(value)}</span></div>`;
  }
  const entries = Object.entries(value);
  const flat = Array.isArray(value) && entries.length <= 12 && entries.every(([, item]) => item === null || typeof item !== 'object');
  if (flat) return html`<div class="json-leaf"><span class="json-key">${name}</span><span class="json-value">[${value.map(item => JSON.stringify(item)).join(', ')}]</span></div>`;
  const most = 200;
  return html`<details class="json" ?open=${open}><summary><span class="json-key">${name}</span> <span class="json-size">${Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</span></summary>
    ${entries.slice(0, most).map(([key, item]) => jsonTree(item, key, false))}${entries.length > most ? html`<p class="muted">… ${entries.length - most}</p>` : nothing}</details>`;
};
