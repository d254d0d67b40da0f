// Where tables, models and predictions come from, what was made of them, and who has taken any of it out of the site.
import { html, nothing } from '../lib.js';
import { flow } from '../api.js';
import { t, tOr } from '../i18n.js';
import { card, empty, failure, input, loading, partyChip, pill, table, when } from '../ui.js';

const KEYS = ['job_id', 'model_version', 'namespace', 'name'];

export default context => {
  const state = { query: context.query, found: null, error: null, form: {} };
  let asked = 0;

  const load = async () => {
    const turn = ++asked;
    const wanted = new URLSearchParams(KEYS.filter(key => state.query.get(key)).map(key => [key, state.query.get(key)]));
    state.form = Object.fromEntries(KEYS.map(key => [key, wanted.get(key) ?? '']));
    state.found = null;
    state.error = null;
    context.update();
    if (![...wanted].length) return;
    try {
      const answer = await flow(`lineage?${wanted}`);
      if (turn !== asked) return;
      state.found = answer.data;
    } catch (error) {
      state.error = error;
    }
    context.update();
  };

  const ask = () => {
    const given = KEYS.filter(key => state.form[key]?.trim()).map(key => [key, state.form[key].trim()]);
    context.navigate(`/lineage?${new URLSearchParams(given)}`);
  };

  /** Outputs have names that only programs can tell apart. */
  const label = node => {
    const [, component] = /^output_data_\d+_(.+)_\d+$/.exec(node.namespace) ?? [];
    return component ? `${t('lineage.output', { component })} ${node.name.slice(0, 8)}` : `${node.namespace}.${node.name}`;
  };

  const thing = node => node.kind === 'model'
    ? html`<a class="mono" href="/lineage?${new URLSearchParams({ model_version: node.model_version })}">${t('lineage.model')} ${node.model_version}</a>`
    : html`<a class="mono wrap" href="/lineage?${new URLSearchParams({ namespace: node.namespace, name: node.name })}" title=${`${node.namespace}.${node.name}`}>${label(node)}</a>`;

  /** The steps of one job, in the order they come in the answer, with what each has got and left. */
  const ofJob = (job, nodes, edges) => {
    const steps = [...nodes.values()].filter(node => node.kind === 'component' && node.job_id === job.job_id);
    const others = ids => ids.map(id => nodes.get(id)).filter(node => node && node.kind !== 'component');
    const lines = things => things.map(node => html`<div>${thing(node)}</div>`);
    return card(html`<a class="mono" href="/jobs/${job.job_id}">${job.job_id}</a> ${pill(job.status)}`,
      html`<p class="muted">${partyChip(job.initiator_role, job.initiator_party_id)} ${job.submitter || job.user} ${when(job.create_time)}${job.purpose ? html` · ${t('consents.purpose')}: ${job.purpose}` : nothing}</p>
      ${table(t('tab.components'), [t('lineage.from'), t('col.component'), t('col.sites'), t('lineage.to')], steps.map(step => [
        lines(others(edges.filter(edge => edge.to === step.id).map(edge => edge.from))),
        html`<a href="/jobs/${step.job_id}/${encodeURIComponent(step.component)}"><b>${step.component}</b></a> <span class="small muted">${step.module}</span>`,
        partyChip(step.role, step.party_id),
        lines(others(edges.filter(edge => edge.from === step.id).map(edge => edge.to)))]), 'dense')}`);
  };

  const deployed = (nodes, edges) => {
    const ways = edges.filter(edge => nodes.get(edge.from)?.kind === 'model' && nodes.get(edge.to)?.kind === 'model');
    return ways.length ? card(t('lineage.deployed'), table(t('lineage.deployed'), [t('lineage.from'), t('lineage.to')], ways.map(way => [thing(nodes.get(way.from)), thing(nodes.get(way.to))]), 'dense')) : nothing;
  };

  const taken = entries => card(t('lineage.taken'), entries.length
    ? table(t('lineage.taken'), [t('audit.time'), t('audit.actor'), t('audit.action'), t('audit.where'), t('audit.details')], entries.map(entry => [when(entry.time), entry.actor, entry.action, [entry.job_id, entry.component, entry.role && `${tOr(`role.${entry.role}`, entry.role)} ${entry.party_id}`].filter(Boolean).join(' · ') || '–', html`<div class="small muted wrap">${Object.entries(entry.details).map(([key, value]) => html`${key}: ${value}<br>`)}</div>`]), 'dense')
    : empty(t('lineage.nobody'), t('lineage.nobodyText')));

  const result = () => {
    const nodes = new Map(state.found.nodes.map(node => [node.id, node]));
    const { jobs, edges } = state.found;
    return html`<div class="stack">${jobs.length ? nothing : html`<section class="card">${empty(t('lineage.none'), t('lineage.noneText'))}</section>`}
      ${state.found.cut ? html`<p class="muted">${t('lineage.cut', { count: jobs.length })}</p>` : nothing}
      ${[...jobs].sort((one, other) => one.create_time - other.create_time).map(job => ofJob(job, nodes, edges))}${deployed(nodes, edges)}${taken(state.found.taken)}</div>`;
  };

  return {
    title: t('nav.lineage'),
    start: load,
    moved: query => { state.query = query; load(); },
    view: () => html`<div class="page-head"><div><h1>${t('nav.lineage')}</h1><p class="meta">${t('lineage.text')}</p></div></div>
      <div class="stack">${card(t('lineage.of'), html`<form class="inline-form" @submit=${event => { event.preventDefault(); ask(); }}>
        ${KEYS.map(key => input(t(`lineage.${key}`), state.form[key] ?? '', value => { state.form[key] = value; }))}<button class="button primary">${t('lineage.show')}</button></form>`)}
      ${state.error ? failure(state.error) : state.found ? result() : KEYS.some(key => state.query.get(key)) ? loading() : nothing}</div>`,
  };
};
