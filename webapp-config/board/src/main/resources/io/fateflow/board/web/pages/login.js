import { html } from '../lib.js';
import { get, post } from '../api.js';
import { t } from '../i18n.js';
import { failure } from '../ui.js';
import { attempting, codeField, enrolment, recoveryCodes } from '../factor.js';

const CODE_WANTED = ['FFB-5286', 'FFB-5287', 'FFB-5288', 'FFB-5297'];
const TO_BE_ENROLLED = 'FFB-5289';

export default context => {
  const state = { error: null, busy: false, ways: [], step: 'password', login: null, offer: null, codes: null };
  // a page of this server, as the browser reads the address: it takes "/<tab>/host" for "//host"
  const back = () => {
    try {
      const { origin, pathname, search, hash } = new URL(context.query.get('back') ?? '/', location.origin);
      return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : '/';
    } catch {
      return '/'; // no address at all
    }
  };

  const done = async () => {
    // Cockpit is another program: its page is loaded, not shown by this one
    if (back().startsWith('/camunda/')) { location.assign(back()); return; }
    context.begin(await get('session'));
    context.navigate(back(), { replace: true });
  };

  const attempt = attempting(context, state);

  const enrol = async () => {
    state.offer = await post('login/second-factor/begin', state.login);
    state.step = 'enrol';
    state.error = null;
  };

  const enter = login => attempt(async () => {
    state.login = login;
    try {
      await post('login', login);
      await done();
    } catch (error) {
      if (error.id === TO_BE_ENROLLED) return enrol();
      if (!CODE_WANTED.includes(error.id)) throw error;
      // the first time it is no error: nobody was asked before
      state.error = state.step === 'code' ? error : null;
      state.step = 'code';
      context.update();
      requestAnimationFrame(() => document.getElementById('code')?.select());
    }
  });

  const confirm = code => attempt(async () => {
    const answer = await post('login/second-factor/confirm', { ...state.login, code });
    state.codes = answer.recoveryCodes;
    state.step = 'codes';
  });

  const again = () => { Object.assign(state, { step: 'password', login: null, offer: null, error: null }); context.update(); };
  const error = () => (state.error ? failure(state.error) : '');
  const submitted = take => event => { event.preventDefault(); take(Object.fromEntries(new FormData(event.target))); };

  const password = () => html`<form class="login" @submit=${submitted(enter)}>
      <h1>${t('login.title')}</h1>
      ${error()}
      <label class="field"><span>${t('login.user')}</span><input id="user" name="user" autocomplete="username" required></label>
      <label class="field"><span>${t('login.password')}</span><input name="password" type="password" autocomplete="current-password" required></label>
      <button class="button primary" ?disabled=${state.busy}>${t('login.enter')}</button>
      ${state.ways.map(way => html`<a class="button" href=${way.path}>${t('login.by', { name: way.name })}</a>`)}
      <p class="hint">${t('login.hint')}</p>
    </form>`;

  const code = () => html`<form class="login" @submit=${submitted(({ code: given }) => enter({ ...state.login, code: given }))}>
      <h1>${t('factor.code.title')}</h1>
      ${error()}
      <p class="hint">${t('factor.code.text', { user: state.login.user })}</p>
      ${codeField()}
      <button class="button primary" ?disabled=${state.busy}>${t('login.enter')}</button>
      <button class="text-button" type="button" @click=${again}>${t('factor.other')}</button>
    </form>`;

  const steps = {
    password,
    code,
    enrol: () => html`<div class="login wide"><h1>${t('factor.enrol.title')}</h1>${error()}<p class="hint">${t('factor.demanded')}</p>
      ${enrolment(state.offer, state.busy, confirm)}<button class="text-button" type="button" @click=${again}>${t('factor.other')}</button></div>`,
    codes: () => html`<div class="login wide"><h1>${t('factor.codes.title')}</h1>${recoveryCodes(state.codes)}<button class="button primary" @click=${() => attempt(done)}>${t('factor.codes.go')}</button></div>`,
  };

  return {
    title: t('login.title'),
    start: async () => {
      const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
      if (ticket) {
        history.replaceState(null, '', location.pathname + location.search);
        await enter({ ticket });
      }
      document.getElementById('user')?.focus();
      try {
        state.ways = (await get('login')).ways;
        context.update();
      } catch { /* a page without other ways is a page to log in at, too */ }
    },
    view: () => steps[state.step](),
  };
};
