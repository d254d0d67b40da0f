// One component: at each party what it measured, learnt, wrote and logged.
import { html, nothing } from '../lib.js';
import { download, flow, follow, get } from '../api.js';
import { t, tOr } from '../i18n.js';
import { bytes, count, duration, figure } from '../format.js';
import { banner, card, confirm, empty, failure, folded, icon, jsonTree, loading, pill, report, table, tabs, toast, when } from '../ui.js';
import { open, rerun, title } from '../jobs.js';
import { list, metricViews } from '../metrics.js';
import { modelView } from '../models.js';

const TABS = ['results', 'parameters', 'data', 'model', 'logs', 'attempts'];
const FIRST_LOG_BYTES = -120_000;
const MOST_LINES = 5_000;

export default context => {
  const [id, name] = context.args;
  const read = query => ({ tab: query.get('tab') ?? 'results', party: query.get('party') ?? '' });
  const state = { ...read(context.query), job: null, error: null, results: null, log: null, data: null, usage: [] };
  let following = null;

  const own = () => state.job.attempts.filter(attempt => attempt.component === name);
  const places = () => [...new Map(own().map(attempt => [`${attempt.role}-${attempt.partyId}`, attempt])).entries()];
  const latest = () => places().find(([key]) => key === state.party)?.[1];
  const key = () => ({ job_id: id, role: latest().role, party_id: latest().partyId, component_name: name });

  const loadJob = async () => {
    try {
      state.job = await get(`jobs/${id}`);
      state.error = null;
      if (!places().some(([place]) => place === state.party)) {
        // where something has failed, or else where the results are
        const at = places();
        state.party = (at.find(([, attempt]) => attempt.partyStatus === 'failed') ?? at[0])?.[0] ?? '';
      }
      await load();
    } catch (error) {
      state.error = error;
    }
    context.update();
    return !state.error;
  };

  const load = async () => {
    if (!latest()) return;
    // a guest's page shows what its arbiter has measured
    const at = `${state.party} ${places().map(([, one]) => `${one.version} ${one.partyStatus}`).join()}`;
    if (['results', 'model', 'parameters'].includes(state.tab) && state.results?.at !== at) {
      const [metrics, model, parameters, summary] = await Promise.all([
        flow('tracking/component/metric/all', key()), flow('tracking/component/output/model', key()),
        flow('tracking/component/parameters', key()).catch(() => ({ data: {} })), flow('tracking/component/summary/download', key()).catch(() => ({ data: null }))]);
      state.results = { at, metrics: [...list(metrics.data), ...await lossElsewhere(list(metrics.data))], param: model.data ?? {}, meta: model.meta ?? {}, parameters: parameters.data, summary: summary.data };
    } else if (state.tab === 'results' && places().some(([, one]) => open(one.partyStatus))) {
      // what is measured grows while somebody runs; all else is there at the end
      const metrics = list((await flow('tracking/component/metric/all', key())).data);
      state.results.metrics = [...metrics, ...await lossElsewhere(metrics)];
    }
    if (state.tab === 'data' && state.data?.at !== at) {
      const answer = await flow('tracking/component/output/data', key());
      state.data = { at, tables: (answer.data ?? []).map((rows, index) => ({ rows, header: answer.meta?.header?.[index] ?? [], name: answer.meta?.names?.[index] ?? '', total: answer.meta?.total?.[index] ?? 0 })) };
    }
    if (state.tab === 'attempts') state.usage = await get(`jobs/${id}/usage/${encodeURIComponent(name)}`);
    if (state.tab === 'logs') await loadLogs();
  };

  /** Where an arbiter coordinates, the loss is his; it belongs beside what the others have learnt. */
  const lossElsewhere = async metrics => {
    if (!/LR|LinR|Poisson|Boost|NN/.test(latest().module) || metrics.some(metric => metric.type === 'LOSS')) return [];
    const others = places().filter(([place, at]) => place !== state.party && ['running', 'success'].includes(at.partyStatus));
    const found = await Promise.all(others.map(([, at]) => flow('tracking/component/metric/all', { ...key(), role: at.role, party_id: at.partyId })
      .then(answer => list(answer.data).filter(metric => metric.type === 'LOSS').map(metric => ({ ...metric, namespace: `${metric.namespace} · ${tOr(`role.${at.role}`, at.role)} ${at.partyId}` })), () => [])));
    return found.find(some => some.length) ?? [];
  };

  const ofModule = parameters => Object.entries(parameters ?? {}).find(([at]) => at.endsWith('Param'))?.[1] ?? {};

  /** Without FATE's bookkeeping. */
  const plain = parameters => Object.fromEntries(Object.entries(parameters).filter(([at]) => !at.startsWith('_')));

  /** Without the module's defaults: what the user gave is listed among the bookkeeping. */
  const givenOf = parameters => {
    const listed = parameters._user_feeded_params;
    const only = (value, path) => (value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([at, inner]) => [at, inner, path ? `${path}.${at}` : at]).filter(([, , full]) => listed.includes(full)).map(([at, inner, full]) => [at, only(inner, full)]))
      : value);
    return listed ? only(plain(parameters), '') : plain(parameters);
  };

  /** Lays parameters over what is stored, for the next attempt. */
  const change = async () => {
    const at = latest();
    const given = givenOf(ofModule(state.results?.parameters ?? (await flow('tracking/component/parameters', key())).data));
    const answer = await confirm({
      title: t('change.title', { component: name }), text: t('change.text'), button: t('change.button'),
      fields: html`<label class="field"><span>${t('change.for')}</span><select name="scope"><option value="role">${tOr(`role.${at.role}`, at.role)} ${at.partyId}</option><option value="common">${t('change.all')}</option></select></label>
        <label class="field"><span>${t('tab.parameters')} (JSON)</span><textarea name="parameters" class="mono" rows="9" spellcheck="false">${JSON.stringify(given, null, 2)}</textarea></label>`,
    });
    if (!answer) return;
    try {
      const parameters = { [name]: JSON.parse(answer.parameters) };
      const index = (state.job.job.roles[at.role] ?? []).map(String).indexOf(at.partyId);
      await flow('job/parameter/update', { job_id: id, component_parameters: answer.scope === 'common' ? { common: parameters } : { role: { [at.role]: { [Math.max(0, index)]: parameters } } } });
      toast(t('change.done'));
      state.results = null;
      load().then(context.update, () => {});
    } catch (error) {
      toast([error.id, error.message].filter(Boolean).join(' '), 'failed');
    }
  };

  const logPath = () => `jobs/${id}/logs/${latest().role}/${latest().partyId}/${encodeURIComponent(name)}`;
  const severity = line => (/\b(ERROR|CRITICAL|Exception|Traceback)\b/.test(line) ? 'error' : /\bWARN(ING)?\b/.test(line) ? 'warning' : /\bDEBUG\b/.test(line) ? 'debug' : 'info');
  const lines = text => text.split('\n').filter((line, index, all) => line || index < all.length - 1).map(line => ({ line, level: severity(line) }));

  const loadLogs = async () => {
    const files = await get(logPath());
    const log = state.log?.party === state.party ? state.log : { party: state.party, file: '', to: null, lines: [], from: 0, search: '', level: '', follow: true };
    log.files = files;
    const usual = files.find(file => file.name.endsWith('INFO.log') || file.name === 'fate_flow_detect.log') ?? files.find(file => file.name.endsWith('std.log')) ?? files[0];
    if (!log.file) log.file = (files.filter(file => file.size > 0).find(file => file.name === usual?.name) ?? files.filter(file => file.size > 0).sort((a, b) => b.size - a.size)[0])?.name ?? '';
    state.log = log;
    if (log.file) await more(log.to === null);
    follows();
  };

  /** The server says when a log has grown. */
  const follows = () => {
    const wanted = state.tab === 'logs' && state.log?.files.length && open(latest().partyStatus) ? logPath() : '';
    following.logs(wanted, () => state.log?.follow && state.log.file && more(false).catch(() => {}));
  };

  const more = async first => {
    const { log } = state;
    for (;;) {
      const part = await get(`${logPath()}/part?${new URLSearchParams({ file: log.file, from: first ? FIRST_LOG_BYTES : log.to })}`);
      if (first) { log.lines = []; log.from = part.from; }
      log.lines = [...log.lines, ...lines(part.text)].slice(-MOST_LINES);
      const moved = part.to !== log.to;
      log.to = part.to;
      first = false;
      if (part.to >= part.size || !moved) break;
    }
    context.update();
    if (log.follow) requestAnimationFrame(() => { const box = document.querySelector('.log'); if (box) box.scrollTop = box.scrollHeight; });
  };
  const earlier = async () => {
    const { log } = state;
    const from = Math.max(0, log.from - 120_000);
    const part = await get(`${logPath()}/part?${new URLSearchParams({ file: log.file, from })}`);
    const text = new TextEncoder().encode(part.text).slice(0, log.from - from);
    log.lines = [...lines(new TextDecoder().decode(text)), ...log.lines];
    log.from = from;
    log.follow = false;
    context.update();
  };

  const marked = line => {
    const text = state.log.search;
    if (!text) return line;
    const at = line.toLowerCase().indexOf(text.toLowerCase());
    return at < 0 ? line : html`${line.slice(0, at)}<mark>${line.slice(at, at + text.length)}</mark>${line.slice(at + text.length)}`;
  };

  const logs = () => {
    const { log } = state;
    if (!log) return loading();
    if (!log.files.length) return card(t('tab.logs'), empty(t('log.none'), t('log.noneText')));
    const visible = log.lines.filter(({ line, level }) => (!log.level || level === log.level) && (!log.search || line.toLowerCase().includes(log.search.toLowerCase())));
    const counts = Object.groupBy ? Object.groupBy(log.lines, entry => entry.level) : {};
    return card(t('tab.logs'), html`<div class="log-tools">
        <label><span class="aloud">${t('log.file')}</span><select @change=${event => { Object.assign(log, { file: event.target.value, to: null }); more(true); }}>${log.files.map(file => html`<option value=${file.name} ?selected=${file.name === log.file}>${file.name} (${bytes(file.size)})</option>`)}</select></label>
        <label class="search"><span class="aloud">${t('log.search')}</span>${icon('search')}<input type="search" placeholder=${t('log.search')} .value=${log.search} @input=${event => { log.search = event.target.value; context.update(); }}></label>
        <div class="toggles" role="group" aria-label=${t('log.level')}>${['error', 'warning', 'info', 'debug'].map(level => html`<button class="toggle" aria-pressed=${log.level === level} @click=${() => { log.level = log.level === level ? '' : level; context.update(); }}>${t(`log.${level}`)} ${counts[level]?.length ?? 0}</button>`)}</div>
        <label class="check"><input type="checkbox" .checked=${log.follow} @change=${event => { log.follow = event.target.checked; context.update(); }}> ${t('log.follow')}</label>
        ${counts.error?.length ? html`<button class="button small" @click=${() => document.querySelector('.log .error')?.scrollIntoView({ block: 'center' })}>${t('log.firstError')}</button>` : nothing}
        ${log.from > 0 ? html`<button class="button small" @click=${earlier}>${t('log.earlier')}</button>` : nothing}</div>
      <div class="log" tabindex="0" role="log" aria-label=${t('tab.logs')}>${visible.length ? visible.map(({ line, level }) => html`<div class=${level}>${marked(line)}</div>`) : html`<div class="muted">${t('log.noLine')}</div>`}</div>`,
      html`<a class="button small" href=${download('job/log/download', { job_id: id })} download>${icon('download')}${t('log.all')}</a>`);
  };

  const results = () => {
    const { results: found } = state;
    if (!found) return loading();
    const model = Object.keys(found.param).length ? modelView(found.param, found.meta.meta_data ?? {}, { ...latest(), hasLoss: found.metrics.some(metric => metric.type === 'LOSS') }, context.update) : null;
    const summary = found.summary && Object.keys(found.summary).length ? found.summary : null;
    if (!found.metrics.length && !model && !summary) {
      return card(t('tab.results'), open(latest().partyStatus)
        ? empty(t('results.notYet'), t('results.notYetText'))
        : empty(t('results.none'), t('results.noneText')));
    }
    return html`<div class="stack">${metricViews(found.metrics, context.update)}${model ?? nothing}
      ${summary ? html`<details class="card json-card"><summary class="card-head"><h2>${t('results.summary')}</h2></summary><div class="card-body">${jsonTree(summary)}</div></details>` : nothing}</div>`;
  };

  const flat = (value, path = '') => (value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length
    ? Object.entries(value).flatMap(([at, inner]) => flat(inner, path ? `${path}.${at}` : at)) : [[path, value]]);
  const parameters = () => {
    const { results: found } = state;
    if (!found) return loading();
    const ofUser = flat(givenOf(ofModule(found.parameters)));
    const all = flat(plain(ofModule(found.parameters)));
    // a program keeps its defaults to itself: its model may tell
    const used = all.length > ofUser.length ? all : flat(found.meta.meta_data ?? {});
    const snake = text => text.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
    const names = new Set(ofUser.flatMap(([path]) => [path, path.split('.').at(-1)]));
    return html`<div class="stack">
      ${card(t('parameters.given'), ofUser.length && ofUser[0][0] ? table(t('parameters.given'), [t('col.parameter'), t('metric.value')], ofUser.map(([path, value]) => [html`<span class="mono">${path}</span>`, html`<span class="mono">${JSON.stringify(value)}</span>`]), 'dense') : empty(t('parameters.none'), t('parameters.noneText')), nothing, 'flush')}
      ${used.length && used[0][0] ? card(t('parameters.used'), table(t('parameters.used'), [t('col.parameter'), t('metric.value'), ''], used.map(([path, value]) => [html`<span class="mono">${snake(path)}</span>`, html`<span class="mono">${JSON.stringify(value)}</span>`, names.has(snake(path)) ? html`<span class="chip">${t('parameters.isGiven')}</span>` : html`<span class="small muted">${t('parameters.default')}</span>`]), 'dense'), nothing, 'flush') : nothing}</div>`;
  };

  const kind = values => (values.every(value => value === '' || value === null) ? '–' : values.every(value => value === '' || value === null || Number.isFinite(Number(value))) ? (values.every(value => value === '' || Number.isInteger(Number(value))) ? t('type.integer') : t('type.number')) : t('type.text'));
  const data = () => {
    if (!state.data) return loading();
    const { tables: found } = state.data;
    if (!found.length) return card(t('tab.data'), empty(t('data.none'), t('data.noneText')));
    return html`<div class="stack">${found.map(one => {
      const columns = one.header ?? [];
      const of = index => one.rows.map(row => row[index]);
      return card(html`${one.name} <span class="muted small">${t('data.rows', { rows: count(one.total), columns: columns.length })}</span>`, one.rows.length ? html`<div class="table-wrap" tabindex="0" role="region" aria-label=${one.name}><table class="dense"><caption class="aloud">${one.name}</caption>
        <thead><tr>${columns.map((column, index) => html`<th scope="col"><span class="mono">${column}</span><br><span class="small">${kind(of(index))}${of(index).filter(value => value === '' || value === null).length ? ` · ${t('data.missing', { count: of(index).filter(value => value === '' || value === null).length })}` : ''}</span></th>`)}</tr></thead>
        <tbody>${one.rows.slice(0, 100).map(row => html`<tr>${columns.map((_, index) => html`<td class="mono">${typeof row[index] === 'number' ? figure(row[index], 6) : row[index]}</td>`)}</tr>`)}</tbody></table></div>` : empty(t('data.empty'), ''), html`<a class="button small" href=${download('tracking/component/output/data/download', { ...key(), limit: -1 })} download>${icon('download')}CSV</a>`, 'flush scroll');
    })}</div>`;
  };

  const model = () => {
    const { results: found } = state;
    if (!found) return loading();
    if (!Object.keys(found.param).length) return card(t('tab.model'), empty(t('model.none'), t('model.noneText')));
    const whole = JSON.stringify({ module: found.meta.module_name, meta: found.meta.meta_data, param: found.param }, null, 1);
    return card(`${t('tab.model')} · ${found.meta.module_name ?? ''}`, html`<div class="columns"><div>${jsonTree(found.param, 'Param')}</div><div>${jsonTree(found.meta.meta_data ?? {}, 'Meta')}</div></div>`,
      html`<a class="button small" download="${id}_${name}_${state.party}.json" href=${URL.createObjectURL(new Blob([whole], { type: 'application/json' }))}>${icon('download')}JSON</a>`);
  };

  /** In each role what it asks for, and what is suggested after attempts like it. */
  const usage = () => state.usage.map(one => html`<p class="small"><b>${tOr(`role.${one.role}`, one.role)}</b> ${one.asked ? t('usage.asked', { resources: one.asked }) : t('usage.cores')} ${one.attempts ? t('usage.suggested', { memory: one.memory, cpu: one.cpu, attempts: one.attempts }) : t('usage.unknown')}</p>`);

  const attempts = () => html`${attemptTable()}${state.usage.length ? card(t('usage.title'), usage()) : nothing}`;

  const attemptTable = () => card(t('tab.attempts'), table(t('tab.attempts'), [t('col.sites'), [t('attempt'), 'num'], t('col.status'), t('col.started'), [t('col.waited'), 'num'], [t('col.took'), 'num'], [t('col.memory'), 'num'], [t('col.cpu'), 'num'], t('col.exit'), t('col.reason')],
    [...own()].reverse().map(attempt => [`${tOr(`role.${attempt.role}`, attempt.role)} ${attempt.partyId}`, attempt.version + 1, pill(attempt.partyStatus), when(attempt.startTime), attempt.startTime ? duration(attempt.startTime - attempt.createTime) : '–', duration(attempt.elapsed ?? (attempt.startTime && attempt.partyStatus === 'running' ? Date.now() - attempt.startTime : null)), bytes(attempt.peakMemory), duration(attempt.cpuMillis), attempt.exitReason ? `${attempt.exitReason}${attempt.exitCode == null ? '' : ` (${attempt.exitCode})`}` : '–', html`<div class="cut"><span>${attempt.error ? report(attempt.error).message : attempt.waitReason ?? ''}</span></div>`])), nothing, 'flush');

  const trouble = attempt => {
    if (attempt.error && ['failed', 'timeout', 'canceled'].includes(attempt.partyStatus)) {
      const { id: error, message, remedy, stack } = report(attempt.error);
      return banner(attempt.partyStatus, message, html`${remedy}${folded(t('stack'), stack)}`, error, html`
        ${state.tab === 'logs' ? nothing : html`<a class="button small" href=${href({ tab: 'logs' })}>${t('job.toLog')}</a>`}
        ${!open(state.job.job.status) && state.job.job.own && context.may('OPERATE') ? html`<button class="button small" @click=${change}>${t('change.title', { component: '' }).trim()}</button><button class="button small primary" @click=${async () => { if (await rerun(state.job.job, name)) following.again(); }}>${t('retry')}</button>` : nothing}`);
    }
    return attempt.waitReason && open(attempt.partyStatus) ? banner('waiting', attempt.waitReason, attempt.waitSince ? t('since', { time: when(attempt.waitSince), ago: duration(Date.now() - attempt.waitSince) }) : '') : nothing;
  };

  const href = changes => {
    const now = { tab: state.tab, party: state.party, ...changes };
    const query = new URLSearchParams();
    if (now.tab !== 'results') query.set('tab', now.tab);
    query.set('party', now.party);
    return `/jobs/${id}/${encodeURIComponent(name)}?${query}`;
  };

  const view = () => {
    if (state.error && !state.job) return failure(state.error);
    if (!state.job) return loading();
    const attempt = latest();
    const module = state.job.dsl.components?.[name]?.module;
    if (!module) return empty(t('component.unknown'), t('component.unknownText'), html`<a class="button" href="/jobs/${id}">${t('component.toJob')}</a>`);
    return html`
      <nav class="crumbs" aria-label=${t('path')}><a href="/">${t('nav.jobs')}</a>${icon('right')}<a href="/jobs/${id}" dir="auto">${title(state.job.job)}</a>${icon('right')}<span>${name}</span></nav>
      <div class="page-head"><div><div class="title-line"><h1>${name}</h1>${attempt ? pill(attempt.partyStatus) : nothing}</div>
        <div class="meta"><span>${module}</span>${attempt ? html`<span>${t('col.took')} <b>${duration(attempt.elapsed ?? (attempt.startTime && attempt.partyStatus === 'running' ? Date.now() - attempt.startTime : null))}</b></span><span>${t('attempt')} <b>${attempt.version + 1}</b></span>${attempt.peakMemory ? html`<span>${t('col.memory')} <b>${bytes(attempt.peakMemory)}</b></span>` : nothing}` : nothing}</div></div>
        <div class="head-actions">${!open(state.job.job.status) && state.job.job.own && context.may('OPERATE') ? html`<button class="button" @click=${change}>${t('change.title', { component: '' }).trim()}</button><button class="button" @click=${async () => { if (await rerun(state.job.job, name)) following.again(); }}>${icon('redo')}${t('rerun.from')}</button>` : nothing}</div></div>
      <div class="stack">
        ${places().length ? html`<div class="toggles" role="group" aria-label=${t('col.sites')}>${places().map(([place, at]) => html`<a class="toggle" aria-current=${place === state.party ? 'true' : 'false'} aria-pressed=${nothing} href=${href({ party: place })}>${tOr(`role.${at.role}`, at.role)} ${at.partyId} · ${t(`status.${at.partyStatus}`)}</a>`)}</div>` : nothing}
        ${attempt ? html`${trouble(attempt)}
        ${tabs(name, TABS.map(tab => [tab, t(`tab.${tab}`)]), state.tab, tab => href({ tab }))}
        ${{ results, parameters, data, model, logs, attempts }[state.tab]?.() ?? results()}` : card(name, empty(t('component.notYet'), t('component.notYetText')))}
      </div>`;
  };

  return {
    title: name,
    start: async () => {
      following = follow(id, loadJob, context.connected);
      await following.first;
    },
    stop: () => following?.close(),
    moved: query => {
      Object.assign(state, read(query));
      load().then(context.update, error => { state.error = error; context.update(); });
    },
    view,
  };
};
