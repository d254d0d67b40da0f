// The other sites: who can be reached, how quickly, with which version and clock.
import { html, nothing } from '../lib.js';
import { flow, get } from '../api.js';
import { t, tOr } from '../i18n.js';
import { duration, figure, time } from '../format.js';
import { banner, card, empty, failure, icon, loading, table, when } from '../ui.js';

const SOON = 30 * 86400000;

export default context => {
  const state = { sites: null, calls: null, error: null, busy: false };

  const load = async () => {
    state.busy = true;
    context.update();
    try {
      const [sites, calls] = await Promise.all([flow('federation/parties'), get('sites/calls')]);
      Object.assign(state, { sites: sites.data, calls });
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
  };

  const certificate = until => until == null ? '–' : html`${when(until)}${until - Date.now() < SOON ? html` <span class="chip">${until < Date.now() ? t('sites.certificateOver') : t('sites.certificateSoon', { time: duration(until - Date.now()) })}</span>` : nothing}`;
  const where = one => [html`<b>${one.partyId}</b> <span class="muted small">${tOr(`role.${one.role}`, one.role)}</span>`, html`<span class="mono">${one.action}</span>${one.component ? html` <span class="small">${one.component}</span>` : nothing}`, html`<a class="mono small" href="/jobs/${one.jobId}">${one.jobId}</a>`];
  const calls = ({ underWay, failures, slow }) => html`
    ${slow.map(one => banner('waiting', t('sites.slow', { party: one.partyId }), t('sites.slowText', { count: one.timeouts, time: time(one.since) })))}
    ${card(html`${t('sites.underWay')} <span class="muted">${underWay.length}</span>`, underWay.length ? table(t('sites.underWay'), [t('sites.party'), t('sites.call'), t('col.job'), t('col.since'), [t('sites.timeouts'), 'num'], t('col.reason')], underWay.map(one => [...where(one), html`${when(one.time)} <span class="muted small">${duration(Date.now() - one.time)}</span>`, one.timeouts, html`${one.message}${one.notBefore > Date.now() ? html` <span class="chip">${t('sites.notBefore', { time: time(one.notBefore) })}</span>` : nothing}`])) : empty(t('sites.noCall'), t('sites.noCallText')), nothing, 'flush')}
    ${card(html`${t('sites.failures')} <span class="muted">${failures.length}</span>`, failures.length ? table(t('sites.failures'), [t('sites.party'), t('sites.call'), t('col.job'), t('sites.at'), t('col.reason')], failures.map(one => [...where(one), when(one.time), html`<div class="cut"><span title=${one.message}>${one.message}</span></div>`])) : empty(t('sites.noFailure'), t('sites.noFailureText')), nothing, 'flush')}`;

  return {
    title: t('nav.sites'),
    start: () => (context.session.federated ? load() : undefined),
    view: () => html`<div class="page-head"><div><h1>${t('nav.sites')}</h1><p class="meta">${t('sites.text')}</p></div>
      ${context.session.federated ? html`<div class="head-actions"><button class="button" ?disabled=${state.busy} @click=${load}>${icon('redo')}${t('sites.ask')}</button></div>` : nothing}</div>
      ${!context.session.federated ? html`<section class="card">${empty(t('sites.alone'), t('sites.aloneText'))}</section>`
      : state.error ? failure(state.error)
      : !state.sites ? loading()
      : !state.sites.length ? html`<section class="card">${empty(t('sites.none'), t('sites.noneText'))}</section>`
      : html`<div class="stack">${state.sites.filter(site => !site.reachable && site.trouble).map(site => banner('failed', t('sites.trouble', { party: site.party_id }), site.trouble))}
        ${card(t('nav.sites'), table(t('nav.sites'), [t('sites.party'), t('sites.state'), t('sites.route'), [t('sites.roundTrip'), 'num'], [t('sites.clock'), 'num'], t('resources.version'), t('sites.certificate'), t('col.since'), t('sites.lastCall')], state.sites.map(site => [html`<b>${site.party_id}</b>`, site.reachable ? html`<span class="pill st-success">${icon('check')}${t('sites.reachable')}</span>` : html`<span class="pill st-failed">${icon('cross')}${t('sites.away')}</span>`, html`<span class="mono">${site.route ?? '–'}</span>`, site.round_trip_ms == null ? '–' : `${figure(site.round_trip_ms, 0)} ms`, site.clock_difference_s == null ? '–' : `${figure(site.clock_difference_s, 0)} s`, site.version || '–', certificate(site.certificate_until), when(site.since), when(site.last_call)])), nothing, 'flush')}${calls(state.calls)}</div>`}`,
  };
};
