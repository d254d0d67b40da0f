// Starts a job: from a form, from DSL and conf, or from another job; and brings data in.
import { html, nothing, live } from '../lib.js';
import { flow, follow, get, post, upload } from '../api.js';
import { t, tOr } from '../i18n.js';
import { bytes, count } from '../format.js';
import { banner, card, empty, failure, icon, input, select, table, tabs } from '../ui.js';
import { TEMPLATES } from '../templates.js';
import '../diagram.js';
import '../editor.js';

const pretty = value => JSON.stringify(value, null, 2);
const EMPTY = { dsl: { components: {} }, conf: { dsl_version: 2, initiator: { role: 'guest', party_id: 9999 }, role: { guest: [9999], host: [10000] }, component_parameters: {} } };
const PREVIEW_BYTES = 64 * 1024;

export default context => {
  const party = context.session.party || '9999';
  const state = {
    tab: context.query.get('tab') ?? (context.query.get('clone') ? 'editor' : 'form'), template: TEMPLATES[0],
    form: { guest: party, hosts: '10000', arbiter: '10000', guestTable: '', hostTable: '', label: 'y', cores: 2, project: '', federated: context.session.federated },
    dsl: pretty(EMPTY.dsl), conf: pretty(EMPTY.conf), checked: null, checking: false, tables: [], modules: [], error: null, busy: false, cloned: null,
    preflight: null, asking: false, file: null, preview: null, upload: { namespace: 'experiment', name: '', head: true, delimiter: ',', partition: 4, drop: false, project: '' }, progress: null, uploaded: null,
  };
  let following = null;
  let typing;
  let asked = 0;

  const check = async () => {
    const turn = ++asked;
    state.checking = true;
    context.update();
    try {
      const checked = await post('check', { dsl: state.dsl, conf: state.conf });
      if (turn !== asked) return;
      state.checked = checked;
      state.error = null;
    } catch (error) {
      if (turn !== asked) return;
      state.error = error;
    }
    state.checking = false;
    context.update();
  };
  // what was typed is not what was checked: nothing is started until it is
  const later = work => {
    clearTimeout(typing);
    typing = setTimeout(work, 300);
    asked += 1;
    state.checking = true;
    state.preflight = null;
    context.update();
  };

  // only one is the server's to know
  const projects = (value, change) => context.session.projects.length < 2 ? nothing : select(t('jobs.project'), value, ['', ...context.session.projects], change);

  const fromForm = () => {
    const values = Object.fromEntries(state.template.fields.map(field => [field.key, state.form[field.key] ?? field.value]));
    const made = state.template.make({ ...state.form, ...values });
    if (state.form.project) made.conf.job_parameters.common.project = state.form.project;
    state.dsl = pretty(made.dsl);
    state.conf = pretty(made.conf);
    check();
  };
  const set = (key, value) => { state.form[key] = value; later(fromForm); };

  const preflight = async () => {
    const turn = asked;
    state.asking = true;
    state.preflight = null;
    context.update();
    try {
      const answer = await post('preflight', { dsl: state.dsl, conf: state.conf });
      // of what stands there still
      if (turn === asked) state.preflight = answer;
    } catch (error) {
      state.error = error;
    }
    state.asking = false;
    context.update();
  };

  const loadTables = async () => { state.tables = await get('tables'); context.update(); };

  const submit = async () => {
    state.busy = true;
    context.update();
    try {
      const answer = await flow('job/submit', { dsl: JSON.parse(state.dsl), runtime_conf: JSON.parse(state.conf) });
      context.navigate(`/jobs/${answer.jobId}`);
      return;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
  };

  const words = () => [...state.modules.map(module => module.name), ...state.tables.map(one => one.name), ...new Set(state.tables.map(one => one.namespace)), 'guest', 'host', 'arbiter', 'components', 'module', 'input', 'output', 'data', 'train_data', 'validate_data', 'test_data', 'model', 'isometric_model', 'component_parameters', 'job_parameters', 'common', 'role', 'initiator', 'party_id', 'table', 'namespace', 'name', 'task_cores', 'auto_retries', 'with_label', 'label_name', 'max_iter', 'learning_rate', 'batch_size', 'eval_type', 'binary', ...Object.keys(componentsOf()), ...Object.keys(componentsOf()).map(name => `${name}.data`)];
  const componentsOf = () => { try { return JSON.parse(state.dsl).components ?? {}; } catch { return {}; } };

  const tableName = one => `${one.namespace}/${one.name}`;

  const form = () => html`<div class="stack">
    ${card(t('submit.template'), html`<div class="templates">${TEMPLATES.map(template => html`<button type="button" class="template" aria-pressed=${template === state.template} @click=${() => { state.template = template; fromForm(); }}><b>${t(`template.${template.key}`)}</b><span>${t(`template.${template.key}.text`)}</span></button>`)}</div>`)}
    ${card(t('submit.parties'), html`<div class="form-grid">
      ${input(t('submit.guest'), state.form.guest, value => set('guest', value))}${input(t('submit.hosts'), state.form.hosts, value => set('hosts', value))}${state.template.arbiter ? input(t('submit.arbiter'), state.form.arbiter, value => set('arbiter', value)) : nothing}
      ${input(t('submit.guestTable'), state.form.guestTable, value => set('guestTable', value), { list: 'tables', placeholder: 'namespace/name' })}${input(t('submit.hostTable'), state.form.hostTable, value => set('hostTable', value), { list: 'tables', placeholder: 'namespace/name' })}
      ${input(t('submit.label'), state.form.label, value => set('label', value))}${input(t('submit.cores'), state.form.cores, value => set('cores', value), { type: 'number' })}${projects(state.form.project, value => set('project', value))}</div>
      <datalist id="tables">${state.tables.map(one => html`<option value=${tableName(one)}>${count(one.rows ?? 0)}</option>`)}</datalist>`)}
    ${state.template.fields.length ? card(t('submit.parameters'), html`<div class="form-grid">${state.template.fields.map(field => input(t(`field.${field.key}`), state.form[field.key] ?? field.value, value => set(field.key, value), { type: field.type }))}</div>`) : nothing}</div>`;

  const ofDocument = name => (state.checked?.problems ?? []).filter(problem => problem.document === name);
  const editors = () => html`<div class="stack">
    ${[['dsl', t('dsl')], ['conf', t('conf')]].map(([key, text]) => card(text, html`<fate-editor class="editor" id="editor-${key}" label=${text} .value=${state[key]} .words=${words()} .problems=${ofDocument(key)} @edit=${event => { state[key] = event.detail; later(check); }}></fate-editor>`, html`<span class="small muted">${t('submit.keys')}</span><label class="button small">${icon('upload')}${t('submit.file')}<input class="aloud" type="file" accept=".json,application/json" @change=${async event => { state[key] = await event.target.files[0].text(); later(check); }}></label>`))}</div>`;

  /** What a CSV begins with, as the server will take it apart. */
  const look = async () => {
    const text = await state.file.slice(0, PREVIEW_BYTES).text();
    const lines = text.split(/\r?\n/);
    if (state.file.size > PREVIEW_BYTES) lines.pop();
    const cells = lines.filter(Boolean).slice(0, 21).map(line => line.split(state.upload.delimiter || ','));
    const head = state.upload.head ? cells.shift() ?? [] : cells[0]?.map((_, index) => (index ? `x${index - 1}` : 'id')) ?? [];
    const kinds = head.map((_, index) => { const values = cells.map(row => row[index] ?? ''); return index === 0 ? t('type.id') : values.every(value => value === '' || Number.isFinite(Number(value))) ? t('type.number') : t('type.text'); });
    const uneven = cells.findIndex(row => row.length !== head.length);
    state.preview = { head, kinds, rows: cells.slice(0, 8), missing: cells.flat().filter(value => value === '').length, uneven, ids: new Set(cells.map(row => row[0])).size === cells.length };
    context.update();
  };
  const take = file => {
    if (!file) return;
    state.file = file;
    state.uploaded = null;
    state.progress = null;
    state.upload.name ||= file.name.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '_');
    look();
  };
  const send = async () => {
    const { namespace, name, head, delimiter, partition, drop, project } = state.upload;
    state.progress = 0;
    state.error = null;
    context.update();
    try {
      const answer = await upload({ namespace, table_name: name, head: head ? 1 : 0, partition, id_delimiter: delimiter, drop: drop ? 1 : 0, ...(project ? { project } : {}) }, state.file, part => { state.progress = part; context.update(); });
      state.uploaded = { job: answer.jobId, status: 'running' };
      watch(answer.jobId);
    } catch (error) {
      state.error = error;
      state.progress = null;
    }
    context.update();
  };
  const watch = job => {
    following?.close();
    const look = async () => {
      let line;
      try { ({ job: line } = await get(`jobs/${job}`)); } catch { return false; }
      state.uploaded = { job, status: line.status, reason: line.reason };
      if (!['waiting', 'running'].includes(line.status)) {
        following.close();
        loadTables().catch(error => { state.error = error; });
      }
      context.update();
      return true;
    };
    following = follow(job, look, context.connected);
  };
  const uploadSet = (key, value) => { state.upload[key] = value; if (state.file) look(); context.update(); };

  const bring = () => html`<div class="stack">${card(t('upload.title'), html`<div class="stack">
      <div class="drop" @dragover=${event => { event.preventDefault(); event.currentTarget.classList.add('over'); }} @dragleave=${event => event.currentTarget.classList.remove('over')} @drop=${event => { event.preventDefault(); event.currentTarget.classList.remove('over'); take(event.dataTransfer.files[0]); }}>
        ${icon('upload')}<p>${state.file ? html`<b>${state.file.name}</b> · ${bytes(state.file.size)}` : t('upload.drop')}</p><label class="button">${t('upload.choose')}<input class="aloud" type="file" accept=".csv,.txt,text/csv" @change=${event => take(event.target.files[0])}></label></div>
      <div class="form-grid">${input(t('upload.namespace'), state.upload.namespace, value => uploadSet('namespace', value))}${input(t('upload.name'), state.upload.name, value => uploadSet('name', value))}${input(t('upload.delimiter'), state.upload.delimiter, value => uploadSet('delimiter', value))}${input(t('upload.partition'), state.upload.partition, value => uploadSet('partition', value), { type: 'number' })}${projects(state.upload.project, value => uploadSet('project', value))}</div>
      <div class="toggles"><label class="check"><input type="checkbox" .checked=${live(state.upload.head)} @change=${event => uploadSet('head', event.target.checked)}> ${t('upload.head')}</label><label class="check"><input type="checkbox" .checked=${live(state.upload.drop)} @change=${event => uploadSet('drop', event.target.checked)}> ${t('upload.replace')}</label></div>
      ${state.progress !== null ? html`<div><span class="bar wide" role="progressbar" aria-label=${t('upload.title')} aria-valuenow=${Math.round(state.progress * 100)}><span .style=${`width:${state.progress * 100}%`}></span></span></div>` : nothing}
      ${state.uploaded ? state.uploaded.status === 'success' ? banner('success', t('upload.done', { table: `${state.upload.namespace}/${state.upload.name}` }), '', '', html`<button class="button small" @click=${() => { state.form.guestTable = `${state.upload.namespace}/${state.upload.name}`; context.navigate('/submit'); fromForm(); }}>${t('upload.use')}</button>`)
        : banner(state.uploaded.status, html`<a href="/jobs/${state.uploaded.job}">${t('upload.job')}</a>`, state.uploaded.reason ?? '') : nothing}
      <div><button class="button primary" ?disabled=${!state.file || !state.upload.name || (state.progress !== null && state.uploaded?.status === 'running')} @click=${send}>${icon('upload')}${t('upload.send')}</button></div></div>`)}</div>`;

  const understood = () => {
    if (!state.preview) return card(t('upload.preview'), empty(t('upload.noFile'), t('upload.noFileText')));
    const { head, kinds, rows, missing, uneven, ids } = state.preview;
    return html`<div class="stack">${uneven >= 0 ? banner('failed', t('upload.uneven', { line: uneven + (state.upload.head ? 2 : 1), columns: head.length })) : nothing}${ids ? nothing : banner('waiting', t('upload.twice'))}
      ${card(html`${t('upload.preview')} <span class="muted small">${t('upload.columns', { count: head.length })}${missing ? ` · ${t('data.missing', { count: missing })}` : ''}</span>`, html`<div class="table-wrap" tabindex="0" role="region" aria-label=${t('upload.preview')}><table class="dense"><thead><tr>${head.map((name, index) => html`<th scope="col"><span class="mono">${name}</span><br><span class="small">${kinds[index]}</span></th>`)}</tr></thead><tbody>${rows.map(row => html`<tr>${row.map(cell => html`<td class="mono">${cell}</td>`)}</tr>`)}</tbody></table></div>`, nothing, 'flush')}
      ${card(t('upload.tables'), state.tables.length ? table(t('upload.tables'), [t('upload.namespace'), t('upload.name'), [t('upload.rows'), 'num']], state.tables.slice(0, 12).map(one => [one.namespace, html`<b>${one.name}</b>`, count(one.rows ?? 0)]), 'dense') : empty(t('upload.noTable'), ''), nothing, 'flush')}</div>`;
  };

  const answers = ({ problems, parties }) => card(t('submit.asked'), problems.length ? html`<div class="problems">${problems.map(problem => html`<div class="problem"><code>${problem.id}</code><span>${problem.message}</span><span class="hint">${problem.hint}</span></div>`)}</div>`
    : table(t('submit.asked'), [t('sites.party'), t('sites.state'), t('submit.says')], parties.map(one => [html`<b>${one.partyId}</b> <span class="muted small">${tOr(`role.${one.role}`, one.role)}</span>`, html`<span class="pill ${one.ready ? 'st-success' : 'st-failed'}">${icon(one.ready ? 'check' : 'cross')}${t(one.ready ? 'submit.ready' : 'submit.notReady')}</span>`, one.words])), nothing, 'flush');

  const side = () => html`<div class="stack">
    ${card(html`${t('diagram')}${state.checked?.components ? html` <span class="muted small">${t('submit.components', { count: state.checked.components })}</span>` : nothing}`, state.checked?.diagram ? html`<fate-diagram .xml=${state.checked.diagram} .states=${new Map()}></fate-diagram>` : empty(t('submit.noDiagram'), t('submit.noDiagramText')), nothing, 'flush')}
    ${state.checked?.problems.length ? card(html`${t('submit.problems')} <span class="pill st-failed">${state.checked.problems.length}</span>`, html`<div class="problems">${state.checked.problems.slice(0, 100).map(problem => html`<button type="button" class="problem" @click=${() => { if (state.tab !== 'editor') { context.navigate('/submit?tab=editor'); } setTimeout(() => document.getElementById(`editor-${problem.document}`)?.show(problem.pointer), 60); }}><code>${problem.id}</code><span>${problem.message}</span><span class="where">${problem.document}${problem.pointer ? ` ${problem.pointer}` : ''}</span><span class="hint">${problem.hint}</span></button>`)}</div>`, nothing, 'flush')
      : state.checked ? banner('success', t('submit.sound'), t('submit.soundText'), '', html`<button class="button small" ?disabled=${state.asking} @click=${preflight}>${icon('redo')}${t(state.asking ? 'submit.asking' : 'submit.ask')}</button>`) : nothing}
    ${state.preflight ? answers(state.preflight) : nothing}</div>`;

  return {
    title: t('nav.submit'),
    start: async () => {
      loadTables().catch(error => { state.error = error; });
      state.modules = await get('modules');
      const clone = context.query.get('clone');
      if (clone) {
        const { dsl, conf, job } = await get(`jobs/${clone}`);
        const copy = structuredClone(conf);
        ['model_id', 'model_version'].forEach(key => copy.job_parameters?.common && copy.job_parameters.common.job_type !== 'predict' && delete copy.job_parameters.common[key]);
        state.dsl = pretty(dsl);
        state.conf = pretty(copy);
        state.cloned = job.jobId;
        await check();
      } else {
        fromForm();
      }
    },
    stop: () => { clearTimeout(typing); following?.close(); },
    moved: query => { state.tab = query.get('tab') ?? 'form'; state.error = null; },
    view: () => html`<div class="page-head"><div><h1>${t('nav.submit')}</h1>${state.cloned ? html`<p class="meta">${t('submit.cloned')} <a class="mono" href="/jobs/${state.cloned}">${state.cloned}</a></p>` : nothing}</div>
        <div class="head-actions">${state.tab === 'upload' ? nothing : html`<button class="button primary" ?disabled=${state.busy || state.checking || !state.checked || state.checked.problems.length > 0} @click=${submit}>${icon('play')}${t('submit.start')}</button>`}</div></div>
      <div class="stack">${tabs(t('nav.submit'), [['form', t('submit.form')], ['editor', t('submit.editor')], ['upload', t('upload.title')]], state.tab, tab => `/submit${tab === 'form' ? '?tab=form' : `?tab=${tab}`}`)}
        ${state.error ? failure(state.error) : nothing}
        <div class="submit"><div>${{ form, editor: editors, upload: bring }[state.tab]?.() ?? form()}</div>${state.tab === 'upload' ? understood() : side()}</div></div>`,
  };
};
