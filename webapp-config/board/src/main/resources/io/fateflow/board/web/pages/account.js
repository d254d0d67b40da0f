// The account that is logged in: its second factor; for administrators those of others, too.
import { html, nothing } from '../lib.js';
import { flow, get, post } from '../api.js';
import { t } from '../i18n.js';
import { banner, card, empty, failure, table, when } from '../ui.js';
import { attempting, codeField, enrolment, recoveryCodes } from '../factor.js';

export default context => {
  const user = context.session.user;
  const state = { own: context.session.secondFactor[0], step: '', password: '', offer: null, codes: null, others: null, error: null, busy: false };

  const attempt = attempting(context, state);

  const load = async () => {
    const session = await get('session');
    context.begin(session);
    state.own = session.secondFactor[0];
    if (context.may('ADMINISTER')) {
      try {
        state.others = (await flow('account/second_factor/query', {})).data.accounts;
      } catch (error) {
        if (error.status !== 403) throw error;
      }
    }
  };

  const call = (path, more) => post(`login/second-factor/${path}`, { user, password: state.password, ...more });
  const step = name => () => { Object.assign(state, { step: name, codes: null, error: null }); context.update(); };
  const begin = ({ password }) => attempt(async () => {
    state.password = password;
    state.offer = await call('begin', {});
    state.step = 'enrol';
  });
  const confirm = code => attempt(async () => {
    state.codes = (await call('confirm', { code })).recoveryCodes;
    Object.assign(state, { step: '', password: '', offer: null });
    await load();
  });
  const change = path => ({ password, code }) => attempt(async () => {
    state.password = password;
    const answer = await call(path, { code });
    Object.assign(state, { step: '', password: '', codes: answer?.recoveryCodes ?? null });
    await load();
  });
  const take = account => attempt(async () => {
    if (!window.confirm(t('factor.others.sure', { account }))) return;
    state.others = (await flow('account/second_factor/remove', { account })).data.accounts;
    await load();
  });

  const submitted = act => event => { event.preventDefault(); act(Object.fromEntries(new FormData(event.target))); };
  const proof = (act, label, withCode) => html`<form class="factor" @submit=${submitted(act)}>
      <label class="field"><span>${t('login.password')}</span><input name="password" type="password" autocomplete="current-password" autofocus required></label>
      ${withCode ? codeField() : nothing}
      <div class="head-actions"><button class="button primary" ?disabled=${state.busy}>${label}</button><button class="button" type="button" @click=${step('')}>${t('factor.cancel')}</button></div>
    </form>`;

  const steps = {
    begin: () => proof(begin, t('factor.next'), false),
    enrol: () => html`${enrolment(state.offer, state.busy, confirm)}`,
    renew: () => proof(change('recovery-codes'), t('factor.renew'), true),
    remove: () => proof(change('remove'), t('factor.remove'), true),
  };

  const own = () => html`<div class="factor-state">${state.codes ? html`${banner('success', t('factor.codes.title'))}${recoveryCodes(state.codes)}` : nothing}
      ${state.own
      ? html`<p>${t('factor.has')} ${when(state.own.since)}. ${t('factor.left', { count: state.own.recoveryCodesLeft })}</p>`
      : html`<p>${t('factor.none')}</p>`}
      ${state.step ? steps[state.step]() : html`<div class="head-actions">${state.own
      ? html`<button class="button" @click=${step('renew')}>${t('factor.renew')}</button><button class="button" @click=${step('remove')}>${t('factor.remove')}</button>`
      : html`<button class="button primary" @click=${step('begin')}>${t('factor.enrol')}</button>`}</div>`}</div>`;

  const others = accounts => card(t('factor.others'), accounts.length
    ? table(t('factor.others'), [t('login.user'), t('col.since'), [t('factor.codesLeft'), 'num'], ''], accounts.map(one => [html`<b>${one.account}</b>`, when(one.since), one.recovery_codes_left, html`<button class="button" ?disabled=${state.busy} @click=${() => take(one.account)}>${t('factor.remove')}</button>`]))
    : empty(t('factor.others.none'), t('factor.others.noneText')), nothing, 'flush');

  return {
    title: t('nav.account'),
    start: () => attempt(load),
    view: () => html`<div class="page-head"><div><h1>${t('nav.account')}</h1><p class="meta">${user}</p></div></div>
      <div class="stack">${state.error ? failure(state.error) : nothing}${card(t('factor.title'), own())}${state.others ? others(state.others) : nothing}</div>`,
  };
};
