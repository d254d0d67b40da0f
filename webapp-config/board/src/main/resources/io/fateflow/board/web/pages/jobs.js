// The list of jobs; what is looked for stands in the address.
import { html, nothing, repeat, live } from '../lib.js';
import { follow, get } from '../api.js';
import { t } from '../i18n.js';
import { count, duration } from '../format.js';
import { bar, empty, failure, icon, loading, parties, partyChip, pill, shown, statusText, tabs, when } from '../ui.js';
import { open, title } from '../jobs.js';

const STATUSES = ['waiting', 'running', 'success', 'failed', 'canceled', 'timeout'];
const MOST_COMPARED = 5;

export default context => {
  const state = { query: context.query, answer: null, error: null, chosen: new Set() };
  let following = null;
  let asked = 0;

  const filter = key => state.query.get(key) ?? '';
  const statuses = () => filter('status').split(',').filter(Boolean);
  const address = changes => {
    const query = new URLSearchParams(state.query);
    if (!('behind' in changes) && !('before' in changes)) changes = { ...changes, behind: '', before: '' };
    Object.entries(changes).forEach(([key, value]) => (value ? query.set(key, value) : query.delete(key)));
    const text = query.toString();
    return `/${text ? `?${text}` : ''}`;
  };

  const load = async () => {
    const turn = ++asked;
    try {
      const answer = await get(`jobs?${new URLSearchParams({ q: filter('q'), status: filter('status'), party: filter('party'), uploads: filter('kind') === 'data', project: filter('project'), behind: filter('behind'), before: filter('before') })}`);
      if (turn !== asked) return true;
      state.answer = answer;
      state.error = null;
    } catch (error) {
      if (turn !== asked) return true;
      state.error = error;
    }
    context.update();
    return !state.error;
  };

  let typing;
  const type = (key, value) => {
    clearTimeout(typing);
    typing = setTimeout(() => context.navigate(address({ [key]: value }), { replace: true }), 250);
  };

  const toggle = status => {
    const now = statuses();
    const next = now.includes(status) ? now.filter(other => other !== status) : [...now, status];
    context.navigate(address({ status: next.join(',') }));
  };

  const choose = (job, is) => {
    if (is) state.chosen.add(job.jobId); else state.chosen.delete(job.jobId);
    context.update();
  };

  const place = line => `${line.createTime}-${line.jobId}`;
  const took = job => job.elapsed ?? (open(job.status) && job.startTime ? Date.now() - job.startTime : null);

  const row = job => html`<tr>
    <td class="shrink"><input type="checkbox" aria-label=${t('jobs.choose', { job: title(job) })} .checked=${live(state.chosen.has(job.jobId))}
      ?disabled=${!state.chosen.has(job.jobId) && state.chosen.size >= MOST_COMPARED} @change=${event => choose(job, event.target.checked)}></td>
    <td class="shrink">${pill(shown(job))}</td>
    <td><a class="job-name" dir="auto" href="/jobs/${job.jobId}">${title(job)}</a><span class="job-id">${job.jobId}</span>${job.owner ? html` <span class="small muted">· ${job.owner}</span>` : nothing}${job.project ? html` <span class="chip">${job.project}</span>` : nothing}</td>
    <td><div class="chips">${parties(job.roles).slice(0, 6).map(({ role, party }) => partyChip(role, party))}</div></td>
    <td class="cut"><span class="reason ${job.status === 'failed' ? 'st-failed' : ''}" title=${job.reason}>${job.reason || job.notes}</span></td>
    <td class="shrink">${bar(job.progress, shown(job))} <span class="small muted">${job.progress} %</span></td>
    <td class="shrink">${when(job.startTime ?? job.createTime)}</td>
    <td class="num">${duration(took(job))}</td>
  </tr>`;

  const list = () => {
    const { page } = state.answer;
    if (!page.lines.length) {
      const filtered = [...state.query.keys()].some(key => key !== 'kind');
      return filtered
        ? empty(t('jobs.none'), t('jobs.noneText'), html`<a class="button" href="/">${t('jobs.all')}</a>`)
        : empty(t('jobs.first'), t('jobs.firstText'), context.may('SUBMIT') ? html`<a class="button primary" href="/submit">${icon('submit')}${t('nav.submit')}</a>` : nothing);
    }
    return html`<div class="table-wrap" tabindex="0" role="region" aria-label=${t('nav.jobs')}><table class="jobs"><caption class="aloud">${t('nav.jobs')}</caption>
      <thead><tr><th scope="col"><span class="aloud">${t('compare')}</span></th>${['status', 'job', 'sites', 'reason', 'progress', 'started', 'took'].map(name => html`<th scope="col" class=${name === 'took' ? 'num' : ''}>${t(`col.${name}`)}</th>`)}</tr></thead>
      <tbody>${repeat(page.lines, job => job.jobId, row)}</tbody></table></div>`;
  };

  const pager = () => {
    const { page, count: found, more } = state.answer;
    const [first, last] = [page.lines.at(0), page.lines.at(-1)];
    return html`<div class="pager"><span>${t(more ? 'jobs.countMore' : found === 1 ? 'jobs.countOne' : 'jobs.count', { count: count(found) })}</span><span class="grow"></span>
      ${page.newer && first ? html`<a class="button small" href=${address({ before: place(first), behind: '' })}>${icon('left')}${t('newer')}</a>` : nothing}
      ${page.older && last ? html`<a class="button small" href=${address({ behind: place(last), before: '' })}>${t('older')}${icon('right')}</a>` : nothing}</div>`;
  };

  return {
    title: t('nav.jobs'),
    start: async () => {
      following = follow('', load, context.connected);
      await following.first;
    },
    stop: () => { clearTimeout(typing); following?.close(); },
    moved: query => { state.query = query; load(); },
    view: () => html`
      <div class="page-head"><div><h1>${t('nav.jobs')}</h1>${state.answer ? html`<p class="meta"><span><b>${count(state.answer.open.running ?? 0)}</b> ${t('jobs.running')}</span><span><b>${count(state.answer.open.waiting ?? 0)}</b> ${t('jobs.waiting')}</span></p>` : nothing}</div>
        <div class="head-actions">
          ${state.chosen.size ? html`<a class="button" aria-disabled=${state.chosen.size < 2} href=${state.chosen.size < 2 ? location.href : `/compare?jobs=${[...state.chosen].join(',')}`}>${icon('compare')}${t('jobs.compare', { count: state.chosen.size })}</a>` : nothing}
          ${context.may('SUBMIT') ? html`<a class="button primary" href="/submit">${icon('submit')}${t('nav.submit')}</a>` : nothing}
        </div></div>
      <div class="kinds">${tabs(t('jobs.kind'), [['', t('jobs.kindJobs')], ['data', t('jobs.kindData')]], filter('kind'), kind => address({ kind }))}</div>
      <section class="card flush">
        <div class="filters">
          <label class="search"><span class="aloud">${t('jobs.search')}</span>${icon('search')}<input type="search" placeholder=${t('jobs.search')} .value=${filter('q')} @input=${event => type('q', event.target.value)}></label>
          <div class="toggles" role="group" aria-label=${t('col.status')}>${STATUSES.map(status => html`<button class="toggle" aria-pressed=${statuses().includes(status)} @click=${() => toggle(status)}>${statusText(status)}</button>`)}</div>
          <label><span class="aloud">${t('jobs.party')}</span><input inputmode="numeric" size="10" placeholder=${t('jobs.party')} .value=${filter('party')} @input=${event => type('party', event.target.value)}></label>
          ${state.answer?.projects.length ? html`<label><span class="aloud">${t('jobs.project')}</span><select @change=${event => context.navigate(address({ project: event.target.value }))}>
            <option value="" ?selected=${!filter('project')}>${t('jobs.anyProject')}</option>
            ${state.answer.projects.map(name => html`<option value=${name} ?selected=${filter('project') === name}>${name}</option>`)}</select></label>` : nothing}
        </div>
        ${state.error ? html`<div class="card-body">${failure(state.error)}</div>` : nothing}
        ${state.answer ? html`${list()}${pager()}` : state.error ? nothing : loading()}
      </section>`,
  };
};
