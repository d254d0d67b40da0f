// One job: why it is as it is, its diagram, its time line, and what can be done.
import { html, nothing, live } from '../lib.js';
import { download, flow, follow, get } from '../api.js';
import { t, tOr } from '../i18n.js';
import { ago, duration, fullTime, time } from '../format.js';
import { banner, bar, card, empty, facts, failure, folded, icon, jsonTree, loading, parties, partyChip, pill, report, shown, statusText, table, tabs, when } from '../ui.js';
import { annotate, open, rerun, resume, stop, suspend, title } from '../jobs.js';
import { componentStates, inOrder } from '../diagram.js';
import { gantt, ganttLegend } from '../gantt.js';

const TABS = ['timeline', 'components', 'parameters', 'story', 'notes'];

/** What a job says that waits for a data owner. */
const CONSENT = 'FFB-5135';

export default context => {
  const [id] = context.args;
  const state = { tab: context.query.get('tab') ?? 'timeline', answer: null, xml: '', error: null, story: null, steps: false };
  let following = null;
  let clock;

  const load = async () => {
    try {
      state.answer = await get(`jobs/${id}`);
      state.error = null;
      if (!state.xml) loadDiagram();
      if (state.tab === 'story') await loadStory();
    } catch (error) {
      state.error = error;
    }
    if (state.answer) document.title = `${title(state.answer.job)} · FATE Flow`;
    context.update();
    return !state.error;
  };
  const loadStory = async () => { state.story = (await flow(`job/${id}/story`)).data; };
  const loadDiagram = async () => {
    try { state.xml = await get(`jobs/${id}/diagram`); } catch { state.xml = ''; }
    context.update();
  };
  const act = async work => { if (await work) following.again(); };

  const actions = job => html`
    ${open(job.status) && context.may('OPERATE') ? html`
      ${job.suspended ? html`<button class="button" @click=${() => act(resume(job))}>${icon('play')}${t('resume.button')}</button>` : html`<button class="button" @click=${() => act(suspend(job))}>${icon('pause')}${t('suspend.button')}</button>`}
      <button class="button" @click=${() => act(stop(job))}>${icon('stop')}${t('stop.button')}</button>` : nothing}
    ${!open(job.status) && job.own && context.may('OPERATE') ? html`<button class="button ${job.status === 'failed' ? 'primary' : ''}" @click=${() => act(rerun(job))}>${icon('redo')}${t(job.status === 'failed' ? 'retry' : 'rerun.button')}</button>` : nothing}
    ${context.may('SUBMIT') ? html`<a class="button" href="/submit?clone=${id}">${icon('copy')}${t('clone')}</a>` : nothing}
    <a class="button" href="/lineage?job_id=${id}">${icon('lineage')}${t('nav.lineage')}</a>
    <a class="button" href=${download('job/log/download', { job_id: id })} download>${icon('download')}${t('logs')}</a>
    <a class="button" href="/job/${id}/process" data-external>${icon('external')}${t('nav.cockpit')}</a>`;

  const failing = () => state.answer.attempts.filter(attempt => attempt.partyStatus === 'failed' && attempt.error)
    .filter(attempt => !state.answer.attempts.some(other => other.component === attempt.component && other.version > attempt.version));

  const trouble = job => {
    const { reason } = state.answer;
    if (job.status === 'failed' || job.status === 'timeout') {
      const { id: error, message, remedy, stack } = report(job.error || reason || '');
      const cause = failing()[0];
      return html`<div class="stack">${banner(job.status, message || statusText(job.status), html`${remedy}${folded(t('stack'), stack)}`, error, html`
        ${cause ? html`<a class="button small" href="/jobs/${id}/${encodeURIComponent(cause.component)}?party=${cause.role}-${cause.partyId}&tab=logs">${t('job.toLog')}</a>` : nothing}
        ${job.own && context.may('OPERATE') ? html`<button class="button small primary" @click=${() => act(rerun(job))}>${t('retry')}</button>` : nothing}`)}</div>`;
    }
    if (!open(job.status)) return job.error ? banner(job.status, report(job.error).message) : nothing;
    const waiting = state.answer.attempts.filter(attempt => attempt.waitReason && !attempt.endTime && open(attempt.partyStatus));
    // why a running job stands still is what one of its attempts says
    const said = waiting.some(attempt => reason?.endsWith(attempt.waitReason));
    return html`
      ${reason && !said ? banner(job.suspended ? 'suspended' : 'waiting', reason, job.waitSince ? t('since', { time: time(job.waitSince), ago: duration(Date.now() - job.waitSince) }) : '', '', html`
        ${job.suspended && context.may('OPERATE') ? html`<button class="button small" @click=${() => act(resume(job))}>${t('resume.button')}</button>` : reason.includes(CONSENT) ? html`<a class="button small" href="/consents">${t('job.toConsents')}</a>` : html`<a class="button small" href="/resources">${t('job.toResources')}</a>`}`) : nothing}
      ${waiting.map(attempt => banner('waiting', html`<a href="/jobs/${id}/${encodeURIComponent(attempt.component)}">${attempt.component}</a> · ${tOr(`role.${attempt.role}`, attempt.role)} ${attempt.partyId}`, html`${attempt.waitReason}${attempt.waitSince ? ` · ${ago(attempt.waitSince)}` : ''}`)).slice(0, 3)}`;
  };

  const components = () => {
    const { dsl, attempts } = state.answer;
    const states = componentStates(dsl, attempts);
    return card(t('tab.components'), table(t('tab.components'), [t('col.component'), t('col.module'), t('col.status'), t('col.sites'), [t('col.attempts'), 'num'], [t('col.took'), 'num'], ['', 'shrink']], inOrder(dsl).map(name => {
      const own = attempts.filter(attempt => attempt.component === name);
      const { status, parties: at } = states.get(name);
      const started = own.filter(attempt => attempt.startTime).map(attempt => attempt.startTime);
      const ended = own.map(attempt => attempt.endTime ?? (attempt.partyStatus === 'running' ? Date.now() : null)).filter(Boolean);
      return [html`<a href="/jobs/${id}/${encodeURIComponent(name)}"><b>${name}</b></a>`, dsl.components[name].module, status ? pill(status) : html`<span class="muted">–</span>`,
        html`<div class="chips">${at.map(party => partyChip(party.role, party.party, party.status))}</div>`,
        own.length ? 1 + Math.max(...own.map(attempt => attempt.version)) : '–',
        started.length && ended.length ? duration(Math.max(...ended) - Math.min(...started)) : '–',
        !open(state.answer.job.status) && status && state.answer.job.own && context.may('OPERATE') ? html`<button class="button small" @click=${() => act(rerun(state.answer.job, name))}>${t('rerun.from')}</button>` : nothing];
    })), nothing, 'flush');
  };

  const parameters = () => html`<div class="columns">${card(t('conf'), jsonTree(state.answer.conf), save('runtime_conf.json', state.answer.conf))}${card(t('dsl'), jsonTree(state.answer.dsl), save('dsl.json', state.answer.dsl))}</div>`;
  const save = (name, document) => html`<a class="button small" download=${name} href="data:application/json,${encodeURIComponent(JSON.stringify(document, null, 2))}">${icon('download')}${name}</a>`;

  const told = event => {
    const where = [event.component, event.role && `${tOr(`role.${event.role}`, event.role)} ${event.partyId}`, event.attempt != null && `${t('attempt')} ${event.attempt + 1}`].filter(Boolean).join(' · ');
    const details = event.details ?? {};
    const status = /failed|error/i.test(event.what) || details.error_report ? 'failed' : /success|end/i.test(event.what) ? 'success' : event.source === 'audit' ? 'suspended' : event.source === 'incident' ? 'failed' : '';
    return html`<div class="event ${status ? `st-${status}` : ''}"><time title=${fullTime(event.time)}>${time(event.time)}</time><span class="knot"></span><div><p><b>${event.what}</b> ${where ? html`<span class="muted">${where}</span>` : nothing} ${event.actor ? html`<span class="chip">${event.actor}</span>` : nothing}</p>
      ${details.error_report || details.exit_reason || event.until ? html`<p class="detail">${[details.error_report?.split('\n')[0], details.exit_reason, event.until ? duration(event.until - event.time) : ''].filter(Boolean).join(' · ')}</p>` : nothing}</div></div>`;
  };
  const quiet = event => ['process', 'step'].includes(event.source) && !/fail|error|incident/i.test(event.what);
  const story = () => card(t('tab.story'), state.story ? html`<div class="story">${state.story.filter(event => state.steps || !quiet(event)).map(told)}</div>` : loading(),
    state.story ? html`<label class="check"><input type="checkbox" .checked=${state.steps} @change=${event => { state.steps = event.target.checked; context.update(); }}> ${t('story.steps')}</label><a class="button small" download="story-${id}.json" href="data:application/json,${encodeURIComponent(JSON.stringify(state.story, null, 1))}">${icon('download')}${t('export')}</a>` : nothing);

  const notes = () => {
    const party = state.answer.parties[0];
    return card(t('tab.notes'), html`<form class="stack" @submit=${event => { event.preventDefault(); act(annotate(state.answer.job, party, new FormData(event.target).get('notes'))); }}>
      <label class="field"><span>${t('notes.label')}</span><textarea name="notes" rows="6" .value=${live(party.notes)} ?readonly=${!context.may('OPERATE')}></textarea></label>
      ${context.may('OPERATE') ? html`<div><button class="button primary">${t('notes.save')}</button></div>` : nothing}</form>`);
  };

  const tabBody = () => {
    const { answer } = state;
    switch (state.tab) {
      case 'components': return components();
      case 'parameters': return parameters();
      case 'story': return story();
      case 'notes': return notes();
      default: return card(t('tab.timeline'), answer.attempts.length ? gantt(inOrder(answer.dsl), answer.attempts, answer.job, answer.dsl) : empty(t('gantt.none'), t('gantt.noneText')), ganttLegend());
    }
  };

  const view = () => {
    if (state.error && !state.answer) return failure(state.error);
    if (!state.answer) return loading();
    const { job } = state.answer;
    const took = job.elapsed ?? (job.startTime && open(job.status) ? Date.now() - job.startTime : null);
    return html`
      <nav class="crumbs" aria-label=${t('path')}><a href="/">${t('nav.jobs')}</a>${icon('right')}<span class="mono">${id}</span></nav>
      <div class="page-head"><div><div class="title-line"><h1 dir="auto">${title(job)}</h1>${pill(shown(job))}</div>
        <div class="meta"><span class="chips">${parties(job.roles).map(({ role, party }) => partyChip(role, party))}</span>
          ${job.owner ? html`<span>${t('col.owner')} <b>${job.owner}</b></span>` : nothing}
          ${job.project ? html`<span>${t('jobs.project')} <b>${job.project}</b></span>` : nothing}
          <span>${t('col.created')} <b>${when(job.createTime)}</b></span>${job.startTime ? html`<span>${t('col.started')} <b>${when(job.startTime)}</b></span>` : nothing}
          <span>${t('col.took')} <b>${duration(took)}</b></span><span>${bar(job.progress, shown(job))} <b>${job.progress} %</b></span></div></div>
        <div class="head-actions">${actions(job)}</div></div>
      <div class="stack">
        ${trouble(job)}
        ${state.xml ? html`<section class="card flush" aria-label=${t('diagram')}><fate-diagram .xml=${state.xml} .states=${componentStates(state.answer.dsl, state.answer.attempts)} @component=${event => context.navigate(`/jobs/${id}/${encodeURIComponent(event.detail)}`)}></fate-diagram></section>` : nothing}
        ${tabs(t('job'), TABS.map(key => [key, t(`tab.${key}`)]), state.tab, key => `/jobs/${id}${key === 'timeline' ? '' : `?tab=${key}`}`)}
        ${tabBody()}
      </div>`;
  };

  return {
    title: id,
    start: async () => {
      following = follow(id, load, context.connected);
      // only the clock of what runs goes on by itself
      clock = setInterval(() => state.answer && open(state.answer.job.status) && context.update(), 1000);
      await following.first;
    },
    stop: () => { following?.close(); clearInterval(clock); },
    moved: query => {
      state.tab = query.get('tab') ?? 'timeline';
      if (state.tab === 'story' && !state.story) loadStory().then(context.update, error => { state.error = error; context.update(); });
    },
    view,
  };
};
