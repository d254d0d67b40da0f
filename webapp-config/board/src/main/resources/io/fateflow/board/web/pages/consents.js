// Whether jobs may read this site's tables: who asks for what, what a data owner decides, and what the policy would say.
import { html, nothing } from '../lib.js';
import { flow } from '../api.js';
import { t, tOr } from '../i18n.js';
import { card, confirm, empty, facts, failure, icon, input, loading, partyChip, table, toast, when } from '../ui.js';

const STATES = ['asked', 'granted', 'refused', 'expired', 'withdrawn', 'canceled'];
/** As the colours of jobs. */
const COLOURS = { asked: 'waiting', granted: 'success', refused: 'failed', expired: 'failed', withdrawn: 'failed', canceled: 'canceled' };
const MOST_COLUMNS = 40;

export default context => {
  const state = { query: context.query, consents: null, deployed: true, error: null, busy: false, job: '', pairs: null };
  let asked = 0;

  const chosen = () => state.query.get('state') ?? 'asked';

  const load = async () => {
    const turn = ++asked;
    state.busy = true;
    context.update();
    try {
      const answer = await flow('consent/list', chosen() === 'all' ? {} : { state: chosen() });
      if (turn !== asked) return;
      state.consents = answer.data.consents;
      state.deployed = answer.data.policy_deployed;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
  };

  const comment = html`<label class="field"><span>${t('consents.comment')}</span><textarea name="comment" rows="3" maxlength="2000"></textarea></label>`;
  const conditions = html`
    <label class="field"><span>${t('consents.until')}</span><input type="date" name="until"></label>
    <label class="field"><span>${t('consents.uses')}</span><input type="number" name="uses" min="1" step="1"></label>`;

  const what = one => t('consents.sentence', { initiator: `${one.initiator_role} ${one.initiator_party_id}`, table: `${one.namespace}.${one.table_name}`, components: one.components.join(', ') });

  /** Of all tables that the job reads at the party. */
  const act = async (path, one, decision) => {
    const key = decision || 'withdraw';
    const form = await confirm({
      title: t(`consents.${key}`), text: what(one), button: t(`consents.${key}`), danger: key !== 'grant',
      fields: html`${comment}${key === 'grant' ? conditions : nothing}`,
    });
    if (!form) return;
    try {
      await flow(path, { job_id: one.job_id, role: one.role, party_id: one.party_id, ...(decision ? { decision } : {}), ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== '')) });
      toast(t('consents.done'));
    } catch (error) {
      toast(error.message, 'failed');
    }
    load();
  };

  const tryOut = async () => {
    try {
      state.pairs = (await flow('consent/try', { job_id: state.job.trim() })).data.pairs;
    } catch (error) {
      state.pairs = null;
      toast(error.message, 'failed');
    }
    context.update();
  };

  const columns = names => names.length ? `${names.slice(0, MOST_COLUMNS).join(', ')}${names.length > MOST_COLUMNS ? ' …' : ''}` : t('consents.unknown');
  const rule = policy => html`${policy.reason || '–'} <span class="small muted">${t('consents.rule', { version: policy.version, rule: policy.rule })}</span>`;
  const pill = key => html`<span class="pill st-${COLOURS[key]}">${icon(key === 'granted' ? 'check' : key === 'asked' ? 'clock' : 'cross')}${t(`consents.state.${key}`)}</span>`;

  const one = consent => card(html`${pill(consent.state)} <span>${consent.namespace}.${consent.table_name}</span>`,
    html`<p>${what(consent)}</p><p class="small muted wrap">${t('consents.columns')}: ${columns(consent.columns)}</p>
    <p class="small muted">${t('consents.leaves')}</p><ul class="leaves small">${Object.entries(consent.leaves).map(([module, sentence]) => html`<li><b>${module}</b> ${sentence}</li>`)}</ul>${facts([
      [t('col.job'), html`<a class="mono" href="/jobs/${consent.job_id}">${consent.job_id}</a>`],
      [t('consents.at'), partyChip(consent.role, consent.party_id)],
      [t('consents.initiator'), partyChip(consent.initiator_role, consent.initiator_party_id)],
      [t('consents.rows'), consent.rows],
      [t('consents.purpose'), consent.purpose || t('consents.noPurpose')],
      [t('consents.policy'), rule(consent.policy)],
      [t('consents.approver'), `${consent.approver}${consent.four_eyes ? ` · ${t('consents.fourEyes')}` : ''}`],
      [t('consents.escalates'), consent.escalate_to ? html`${consent.escalate_to} ${when(consent.escalate_time)}` : nothing],
      [t('consents.asked'), when(consent.ask_time)],
      [t('consents.expires'), consent.expire_time ? when(consent.expire_time) : nothing],
      [t('consents.first'), consent.first_by],
      [t('consents.decided'), consent.decide_time ? html`${consent.decided_by} ${when(consent.decide_time)}` : nothing],
      [t('consents.said'), consent.comment],
      [t('consents.until'), consent.until ? when(consent.until) : nothing],
      [t('consents.uses'), consent.uses_allowed ? `${consent.uses} / ${consent.uses_allowed}` : nothing],
    ])}`,
    !context.may('DECIDE') ? nothing
      : consent.state === 'asked' ? html`<button class="button small primary" @click=${() => act('consent/decide', consent, 'grant')}>${t('consents.grant')}</button><button class="button small danger" @click=${() => act('consent/decide', consent, 'refuse')}>${t('consents.refuse')}</button>`
      : consent.state === 'granted' ? html`<button class="button small danger" @click=${() => act('consent/withdraw', consent, '')}>${t('consents.withdraw')}</button>`
      : nothing);

  const trial = () => card(t('consents.try'), html`<p class="muted">${t('consents.tryText')}</p>
    <form class="inline-form" @submit=${event => { event.preventDefault(); tryOut(); }}>${input(t('col.job'), state.job, value => { state.job = value; }, { required: true })}<button class="button">${t('consents.tryButton')}</button></form>
    ${!state.pairs ? nothing : !state.pairs.length ? empty(t('consents.noPair'), t('consents.noPairText'))
      : table(t('consents.try'), [t('consents.at'), t('consents.table'), t('col.component'), t('consents.answer'), t('consents.policy')], state.pairs.map(pair => [partyChip(pair.role, pair.party_id), `${pair.namespace}.${pair.table_name}`, pair.component, html`<span class="pill st-${{ allow: 'success', ask: 'waiting' }[pair.policy.decision] ?? 'failed'}">${tOr(`consents.answer.${pair.policy.decision}`, pair.policy.decision)}</span>`, rule(pair.policy)]), 'dense')}`);

  return {
    title: t('nav.consents'),
    start: load,
    moved: query => { state.query = query; load(); },
    view: () => html`<div class="page-head"><div><h1>${t('nav.consents')}</h1><p class="meta">${t('consents.text')}</p></div>
      <div class="head-actions"><label><span class="aloud">${t('col.status')}</span><select @change=${event => context.navigate(`/consents?state=${event.target.value}`)}>${[...STATES, 'all'].map(key => html`<option value=${key} ?selected=${key === chosen()}>${t(`consents.state.${key}`)}</option>`)}</select></label>
      <button class="button" ?disabled=${state.busy} @click=${load}>${icon('redo')}${t('consents.look')}</button></div></div>
      ${state.error ? failure(state.error) : !state.consents ? loading() : html`<div class="stack">${state.deployed ? nothing : html`<section class="card">${empty(t('consents.noPolicy'), t('consents.noPolicyText'))}</section>`}${state.consents.length ? state.consents.map(one) : html`<section class="card">${empty(t('consents.none'), t('consents.noneText'))}</section>`}${trial()}</div>`}`,
  };
};
