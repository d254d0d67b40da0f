// Cores and memory: how much there is, who holds it, who waits for it, and which machines there are.
import { html, nothing } from '../lib.js';
import { flow, follow, get, post } from '../api.js';
import { t, tOr } from '../i18n.js';
import { duration, figure } from '../format.js';
import { banner, bar, card, confirm, empty, failure, loading, pill, table, toast, when } from '../ui.js';

export default context => {
  const state = { answer: null, nodes: null, placed: null, maintenance: null, error: null };
  let following = null;

  const load = async () => {
    try {
      const [answer, nodes, placed, maintenance] = await Promise.all([get('resources'), flow('node/list'), get('nodes'), flow('server/maintenance').catch(() => null)]);
      Object.assign(state, { answer, nodes: nodes.data, placed, maintenance: maintenance?.data ?? null, error: null });
    } catch (error) {
      state.error = error;
    }
    context.update();
    return !state.error;
  };

  const maintain = async () => {
    const { enabled } = state.maintenance;
    const answer = await confirm({
      title: t(enabled ? 'maintenance.end' : 'maintenance.begin'), text: t(enabled ? 'maintenance.endText' : 'maintenance.beginText'), button: t(enabled ? 'maintenance.end' : 'maintenance.begin'),
      fields: enabled ? nothing : html`<label class="field"><span>${t('maintenance.reason')}</span><input name="reason" autocomplete="off"></label>`,
    });
    if (!answer) return;
    try {
      await flow('server/maintenance', { enabled: !enabled, reason: answer.reason ?? '' });
    } catch (error) {
      toast(error.message, 'failed');
    }
    following.again();
  };

  /** Does something after it was confirmed, and shows what is so then. */
  const change = async (question, work) => {
    const answer = await confirm(question);
    if (!answer) return;
    try {
      await work(answer);
    } catch (error) {
      toast([error.id, error.message, error.remedy].filter(Boolean).join(' '), 'failed');
    }
    following.again();
  };

  const drain = worker => change(
    { title: t(worker.drain ? 'drain.end' : 'drain.begin', { worker: worker.name }), text: t(worker.drain ? 'drain.endText' : 'drain.beginText'), button: t(worker.drain ? 'drain.undrain' : 'drain.drain') },
    () => post('nodes/drain', { worker: worker.name, drain: !worker.drain }));

  const capacity = (node, label, now) => change(
    { title: t('capacity.title', { label, node }), text: t('capacity.text'), button: t('capacity.set'), fields: html`
      <label class="field"><span>${t('capacity.amount')}</span><input name="amount" type="number" min="0" step="any" .value=${String(now.total)}></label>
      <label class="check"><input type="checkbox" name="announced"> ${t('capacity.announced', { amount: now.announced == null ? '–' : figure(now.announced) })}</label>` },
    ({ amount, announced }) => post('nodes/capacity', { node, label, amount: announced ? null : Number(amount) }));

  const attempt = one => html`<a href="/jobs/${one.job_id}"><span class="mono small">${one.job_id}</span></a> ${one.task_id.slice(one.job_id.length + 1)} <span class="muted small">${tOr(`role.${one.role}`, one.role)} ${one.party_id}</span>`;
  const amounts = resources => Object.entries(resources ?? {}).map(([label, { amount, ids }]) => html`<span class="chip"><b>${label}</b> ${figure(amount)}${ids ? ` · ${ids.map(id => `#${id}`).join(' ')}` : ''}</span> `);

  /** Which units of a label are held, and by how much of them. */
  const units = (ids, label, holders) => html`<span class="chips">${ids.map(id => {
    const taken = holders.some(holder => holder.resources?.[label]?.ids?.includes(id));
    return html`<span class="chip ${taken ? 'st-waiting' : 'st-success'}"><b>${id}</b> ${t(taken ? 'nodes.unitHeld' : 'nodes.unitFree')}</span>`;
  })}</span>`;

  const node = ({ name, labels, holders }) => card(html`${t('nodes.node')} <span class="wrap">${name}</span>`, html`
    ${table(t('nodes.labels', { node: name }), [t('nodes.label'), [t('nodes.total'), 'num'], [t('nodes.leased'), 'num'], [t('nodes.wanted'), 'num'], t('nodes.units'), t('nodes.source'), ['', 'shrink']],
      Object.entries(labels).map(([label, is]) => [html`<b>${label}</b>`, figure(is.total), figure(is.leased), figure(is.load), is.ids ? units(is.ids, label, holders) : '–',
        is.fixed_by === undefined ? t('nodes.announced') : t('nodes.fixed', { by: is.fixed_by }),
        context.may('ADMINISTER') ? html`<button class="button small" @click=${() => capacity(name, label, is)}>${t('capacity.button')}</button>` : nothing]), 'dense')}
    ${holders.length ? table(t('nodes.holders', { node: name }), [t('nodes.holder'), t('nodes.holds'), t('col.since')], holders.map(one => [attempt(one), amounts(one.resources), html`${when(one.since)} <span class="muted small">${duration(seen(one.since))}</span>`]), 'dense') : html`<p class="muted card-body">${t('nodes.nobody')}</p>`}`, nothing, 'flush');

  const wants = one => Object.entries(one.resources ?? one.demand ?? {}).map(([label, amount]) => html`<span class="chip"><b>${label}</b> ${typeof amount === 'object' ? JSON.stringify(amount) : figure(amount)}</span> `);
  const placing = waiting => card(html`${t('nodes.waiting')} <span class="muted">${waiting.length}</span>`, waiting.length
    ? table(t('nodes.waiting'), [['#', 'num'], t('nodes.holder'), t('nodes.wants'), t('col.since'), t('col.reason')], waiting.map((one, index) => [index + 1, attempt(one), wants(one), html`${when(one.since)} <span class="muted small">${duration(seen(one.since))}</span>`, one.reason]))
    : empty(t('nodes.noneWaits'), t('nodes.noneWaitsText')), nothing, 'flush');

  const engine = one => {
    const used = one.cores - one.freeCores;
    const share = one.cores > 0 ? Math.round(Math.min(1, used / one.cores) * 100) : 0;
    return card(`${one.name} · ${tOr(`engine.${one.type}`, one.type)}`, html`<dl class="figures"><div><dt class="muted">${t('resources.used')}</dt><dd>${figure(used)} <span class="muted small">/ ${figure(one.cores)} ${t('resources.cores')}</span></dd></div>
      <div><dt class="muted">${t('resources.free')}</dt><dd>${figure(one.freeCores)}</dd></div><div><dt class="muted">${t('resources.nodes')}</dt><dd>${one.nodes}</dd></div>${one.memory > 0 ? html`<div><dt class="muted">${t('resources.memory')}</dt><dd>${figure(one.memory - one.freeMemory)} <span class="muted small">/ ${figure(one.memory)}</span></dd></div>` : nothing}</dl>
      <p class="meter"><span class="bar wide st-${share > 90 ? 'waiting' : 'running'}" role="img" aria-label="${share} %"><span .style=${`width:${share}%`}></span></span></p>`);
  };

  const lines = queues => card(t('resources.queues'), table(t('resources.queues'), [t('resources.queue'), [t('queue.weight'), 'num'], [t('queue.quota'), 'num'], [t('queue.limit'), 'num'], [t('queue.held'), 'num'], t('queue.labels'), [t('queue.used'), 'num'], [t('queue.running'), 'num'], [t('queue.waiting'), 'num']],
    queues.map(one => [html`<b>${one.name}</b>${one.isDefault ? html` <span class="chip">${t('queue.default')}</span>` : nothing}`, figure(one.weight), figure(one.nominalQuota), one.borrowingLimit === null || one.borrowingLimit === undefined ? '–' : figure(one.borrowingLimit), figure(one.held), (one.labels ?? []).length ? one.labels.map(label => html`<span class="chip"><b>${label.name}</b> ${figure(label.held)}${label.limit === null || label.limit === undefined ? nothing : ` / ${figure(label.limit)}`}</span> `) : '–', figure(Math.round(one.usedCoreSeconds)), one.running, one.waiting])), nothing, 'flush');

  const job = (id, name) => html`<a href="/jobs/${id}"><span dir="auto">${name || id}</span></a>${name ? html`<br><span class="job-id mono muted small">${id}</span>` : nothing}`;

  const seen = millis => Date.now() - millis;

  return {
    title: t('nav.resources'),
    start: async () => { following = follow('resources', load, context.connected); await following.first; },
    stop: () => following?.close(),
    view: () => {
      if (state.error) return failure(state.error);
      if (!state.answer) return loading();
      const { engines, leases, waiting, queues } = state.answer;
      const several = queues.length > 1 || queues.some(one => (one.labels ?? []).some(label => label.limit !== null && label.limit !== undefined));
      const standard = queues.find(one => one.isDefault)?.name ?? '';
      const { nodes = [], workers = [] } = state.nodes ?? {};
      const { nodes: placed, waiting: unplaced } = state.placed;
      return html`<div class="page-head"><div><h1>${t('nav.resources')}</h1></div><div class="head-actions">${context.may('ADMINISTER') && state.maintenance ? html`<button class="button" @click=${maintain}>${t(state.maintenance.enabled ? 'maintenance.end' : 'maintenance.begin')}</button>` : nothing}</div></div>
      <div class="stack">
        ${state.maintenance?.enabled ? banner('waiting', t('maintenance.on', { by: state.maintenance.by }), state.maintenance.reason) : nothing}
        <div class="columns">${engines.filter(one => one.cores > 0).map(engine)}</div>
        ${several ? lines(queues) : nothing}
        ${card(html`${t('resources.waiting')} <span class="muted">${waiting.length}</span>`, waiting.length ? table(t('resources.waiting'), [['#', 'num'], t('col.job'), t('col.owner'), ...(several ? [t('resources.queue')] : []), [t('resources.cores'), 'num'], t('col.since'), t('col.reason')], waiting.map((one, index) => [index + 1, job(one.jobId, one.name), one.owner || '–', ...(several ? [html`${one.queue || standard}${one.priority ? html` <span class="chip">${t('resources.priority', { priority: one.priority })}</span>` : nothing}`] : []), figure(one.cores), one.since ? html`${when(one.since)} <span class="muted small">${duration(seen(one.since))}</span>` : '–', html`<div class="cut" title=${one.reason}><span>${one.suspended ? pill('suspended') : nothing} ${one.elsewhere ? html`<span class="chip">${t('resources.elsewhere')}</span>` : nothing} ${one.reason}</span></div>`])) : empty(t('resources.noneWaits'), t('resources.noneWaitsText')), nothing, 'flush')}
        ${card(html`${t('resources.leases')} <span class="muted">${leases.length}</span>`, leases.length ? table(t('resources.leases'), [t('col.job'), t('col.sites'), t('resources.engine'), [t('resources.cores'), 'num'], [t('resources.memory'), 'num'], t('col.since')], leases.map(one => [job(one.jobId, one.jobName), `${tOr(`role.${one.role}`, one.role)} ${one.partyId}`, one.engine, figure(one.cores), one.memory > 0 ? figure(one.memory) : '–', html`${when(one.since)} <span class="muted small">${duration(seen(one.since))}</span>${one.until ? html` <span class="chip">${t('resources.reserved')}</span>` : nothing}`])) : empty(t('resources.noneHolds'), t('resources.noneHoldsText')), nothing, 'flush')}
        ${placed.map(node)}
        ${placed.length ? placing(unplaced) : nothing}
        ${card(t('resources.workers'), workers.length ? table(t('resources.workers'), [t('resources.worker'), t('resources.host'), t('resources.places'), t('col.status'), t('resources.seen'), ['', 'shrink']], workers.map(one => [html`<span class="wrap">${one.name}</span>`, one.host, html`${bar(one.places ? Math.round((one.running / one.places) * 100) : 0)} ${one.running} / ${one.places}`, one.drain ? html`<span class="pill st-waiting">${t('resources.draining')}</span>` : one.trouble ? html`<span class="pill st-failed" title=${one.trouble}>${t('resources.trouble')}</span>` : html`<span class="pill st-success">${t('resources.ready')}</span>`, when(one.seen_time), context.may('ADMINISTER') ? html`<button class="button small" @click=${() => drain(one)}>${t(one.drain ? 'drain.undrain' : 'drain.drain')}</button>` : nothing])) : empty(t('resources.noWorker'), t('resources.noWorkerText')), nothing, 'flush')}
        ${card(t('resources.servers'), table(t('resources.servers'), [t('resources.server'), t('resources.version'), t('col.started'), t('resources.seen'), [t('resources.clock'), 'num']], nodes.map(one => [html`<span class="wrap">${one.name}</span>`, one.version, when(one.start_time), when(one.seen_time), `${one.clock_difference} ms`])), nothing, 'flush')}
      </div>`;
    },
  };
};
