// The other sites: who can be reached, how quickly, with which version and clock.
import { html, nothing } from '../lib.js';
import { flow } from '../api.js';
import { t } from '../i18n.js';
import { figure } from '../format.js';
import { banner, card, empty, failure, icon, loading, table, when } from '../ui.js';

export default context => {
  const state = { sites: null, error: null, busy: false };

  const load = async () => {
    state.busy = true;
    context.update();
    try {
      state.sites = (await flow('federation/parties')).data;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
  };

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
        ${card(t('nav.sites'), table(t('nav.sites'), [t('sites.party'), t('sites.state'), t('sites.route'), [t('sites.roundTrip'), 'num'], [t('sites.clock'), 'num'], t('resources.version'), t('col.since'), t('sites.lastCall')], state.sites.map(site => [html`<b>${site.party_id}</b>`, site.reachable ? html`<span class="pill st-success">${icon('check')}${t('sites.reachable')}</span>` : html`<span class="pill st-failed">${icon('cross')}${t('sites.away')}</span>`, html`<span class="mono">${site.route ?? '–'}</span>`, site.round_trip_ms == null ? '–' : `${figure(site.round_trip_ms, 0)} ms`, site.clock_difference_s == null ? '–' : `${figure(site.clock_difference_s, 0)} s`, site.version || '–', when(site.since), when(site.last_call)])), nothing, 'flush')}</div>`}`,
  };
};
