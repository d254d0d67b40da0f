// When each component waited and ran, at each party.
import { html } from './lib.js';
import { t, tOr } from './i18n.js';
import { duration, time } from './format.js';
import { statusText } from './ui.js';
import { sources } from './diagram.js';

const end = (attempt, now) => attempt.endTime ?? (['running', 'waiting'].includes(attempt.partyStatus) ? now : attempt.startTime ?? attempt.createTime);

/** It waits from when it could have begun: what it takes something from has ended by then. */
const spans = (attempt, ready, now) => {
  const stops = end(attempt, now);
  const starts = attempt.startTime ?? stops;
  const from = Math.max(attempt.createTime, ready);
  return { waits: from < starts ? [from, starts] : null, runs: attempt.startTime ? [starts, Math.max(starts, stops)] : null };
};

export const gantt = (order, attempts, job, dsl) => {
  const now = Date.now();
  const begin = Math.min(job.createTime, ...attempts.map(attempt => attempt.createTime));
  const last = Math.max(begin + 1000, job.endTime ?? 0, ...attempts.map(attempt => end(attempt, now)));
  const at = moment => ((moment - begin) / (last - begin)) * 100;
  const ready = attempt => {
    const before = sources(dsl.components ?? {}, attempt.component).map(source => attempts.filter(other => other.component === source));
    const ends = before.flatMap(some => (some.every(other => other.endTime || other.partyStatus === 'pass') ? some.map(other => other.endTime ?? 0) : [Infinity]));
    return attempt.version > 0 ? attempt.createTime : Math.max(job.startTime ?? Infinity, ...ends);
  };
  const place = ([from, to]) => `left:${at(from)}%;width:${Math.max(0, at(to) - at(from))}%`;
  const rows = name => {
    const byParty = new Map();
    attempts.filter(attempt => attempt.component === name).forEach(attempt => {
      const key = `${attempt.role} ${attempt.partyId}`;
      byParty.set(key, [...(byParty.get(key) ?? []), attempt]);
    });
    return [...byParty.values()];
  };
  const label = (attempt, span, key) => `${tOr(`role.${attempt.role}`, attempt.role)} ${attempt.partyId} · ${t(key)} ${duration(span[1] - span[0])} · ${statusText(attempt.partyStatus)}${attempt.version ? ` · ${t('attempt')} ${attempt.version + 1}` : ''}`;
  const took = name => {
    const own = attempts.filter(attempt => attempt.component === name && attempt.startTime);
    return own.length ? duration(Math.max(...own.map(attempt => end(attempt, now))) - Math.min(...own.map(attempt => attempt.startTime))) : '–';
  };
  return html`<div class="gantt" role="group" aria-label=${t('gantt.label')}>
    <div class="gantt-head"></div><div class="gantt-head">${[0, 0.2, 0.4, 0.6, 0.8, 1].map(part => html`<span class="tick" .style=${`left:${part * 100}%`}>${part === 0 ? time(begin) : `+${duration((last - begin) * part)}`}</span>`)}</div><div class="gantt-head"></div>
    ${order.map(name => html`
      <div class="gantt-name"><a href="/jobs/${job.jobId}/${encodeURIComponent(name)}">${name}</a></div>
      <div class="gantt-rows">${rows(name).map(attemptsOfParty => html`<div class="gantt-row"><span class="who" title="${tOr(`role.${attemptsOfParty[0].role}`, attemptsOfParty[0].role)} ${attemptsOfParty[0].partyId}">${tOr(`role.short.${attemptsOfParty[0].role}`, attemptsOfParty[0].role[0])}</span>${attemptsOfParty.map((attempt, index) => {
        const { waits, runs } = spans(attempt, ready(attempt), now);
        const old = index < attemptsOfParty.length - 1 ? 'old' : '';
        return html`${waits ? html`<span class="gantt-bar wait ${old}" .style=${place(waits)} title=${label(attempt, waits, 'gantt.waited')}></span>` : ''}${runs ? html`<span class="gantt-bar st-${attempt.partyStatus} ${old}" .style=${place(runs)} title=${label(attempt, runs, 'gantt.ran')}></span>` : ''}`;
      })}</div>`)}</div>
      <div class="gantt-took">${took(name)}</div>`)}
  </div>`;
};

export const ganttLegend = () => html`<div class="legend"><span><i class="hatched"></i>${t('gantt.waited')}</span>${['running', 'success', 'failed'].map(status => html`<span><i class="st-${status}"></i>${statusText(status)}</span>`)}</div>`;
