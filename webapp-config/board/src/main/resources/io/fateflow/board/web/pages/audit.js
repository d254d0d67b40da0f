// Who did what.
import { html, nothing } from '../lib.js';
import { get } from '../api.js';
import { t, tOr } from '../i18n.js';
import { card, empty, failure, icon, loading, table, when } from '../ui.js';

export default context => {
  const state = { query: context.query, entries: null, more: false, error: null };
  let asked = 0;

  const load = async (before = '') => {
    const turn = ++asked;
    try {
      const parameters = { job: state.query.get('job') ?? '', actor: state.query.get('actor') ?? '', ...(before ? { before } : {}) };
      const answer = await get(`audit?${new URLSearchParams(parameters)}`);
      if (turn !== asked) return;
      state.entries = before ? [...state.entries, ...answer.entries] : answer.entries;
      state.more = answer.more;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    context.update();
  };

  let typing;
  const type = (key, value) => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      const query = new URLSearchParams(state.query);
      if (value) query.set(key, value); else query.delete(key);
      context.navigate(`/audit?${query}`, { replace: true });
    }, 250);
  };

  const details = entry => {
    const values = Object.entries(entry.details ?? {}).filter(([, value]) => value !== '' && value !== null);
    return html`<div class="small muted wrap">${values.map(([key, value]) => html`${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}<br>`)}</div>`;
  };

  return {
    title: t('nav.audit'),
    start: () => load(),
    stop: () => clearTimeout(typing),
    moved: query => { state.query = query; load(); },
    view: () => html`<div class="page-head"><div><h1>${t('nav.audit')}</h1><p class="meta">${t('audit.text')}</p></div>
      <div class="head-actions">${state.entries?.length ? html`<a class="button" download="audit.json" href="data:application/json,${encodeURIComponent(JSON.stringify(state.entries, null, 1))}">${icon('download')}${t('export')}</a>` : nothing}</div></div>
      <section class="card flush"><div class="filters">
        <label class="search"><span class="aloud">${t('audit.job')}</span>${icon('search')}<input type="search" placeholder=${t('audit.job')} .value=${state.query.get('job') ?? ''} @input=${event => type('job', event.target.value.trim())}></label>
        <label><span class="aloud">${t('audit.actor')}</span><input placeholder=${t('audit.actor')} .value=${state.query.get('actor') ?? ''} @input=${event => type('actor', event.target.value.trim())}></label></div>
      ${state.error ? failure(state.error) : !state.entries ? loading() : !state.entries.length ? empty(t('audit.none'), t('audit.noneText'))
        : html`${table(t('nav.audit'), [t('audit.time'), t('audit.actor'), t('audit.action'), t('audit.outcome'), t('col.job'), t('audit.where'), t('audit.details')], state.entries.map(entry => [when(entry.time), html`<b>${entry.actor}</b>${entry.origin ? html`<br><span class="small muted">${entry.origin}</span>` : nothing}`, entry.action, html`<span class="pill st-${entry.outcome === 'refused' || entry.outcome === 'failed' ? 'failed' : 'success'}">${entry.outcome}</span>`, entry.jobId ? html`<a class="mono" href="/jobs/${entry.jobId}">${entry.jobId}</a>` : '–', [entry.component, entry.role && `${tOr(`role.${entry.role}`, entry.role)} ${entry.partyId}`].filter(Boolean).join(' · ') || '–', details(entry)]), 'dense')}
        ${state.more ? html`<div class="pager"><span class="grow"></span><button class="button small" @click=${() => load(state.entries.at(-1).id)}>${t('older')}${icon('right')}</button></div>` : nothing}`}</section>`,
  };
};
