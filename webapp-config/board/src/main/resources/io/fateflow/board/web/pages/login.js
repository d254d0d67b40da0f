import { html } from '../lib.js';
import { get, post } from '../api.js';
import { t } from '../i18n.js';
import { failure } from '../ui.js';

export default context => {
  const state = { error: null, busy: false, ways: [] };
  const back = () => {
    const path = context.query.get('back') ?? '/';
    return /^\/(?![/\\])/.test(path) ? path : '/';
  };

  const enter = async login => {
    state.busy = true;
    state.error = null;
    context.update();
    try {
      await post('login', login);
      context.begin(await get('session'));
      context.navigate(back(), { replace: true });
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
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
    view: () => html`<form class="login" @submit=${event => { event.preventDefault(); enter(Object.fromEntries(new FormData(event.target))); }}>
      <h1>${t('login.title')}</h1>
      ${state.error ? failure(state.error) : ''}
      <label class="field"><span>${t('login.user')}</span><input id="user" name="user" autocomplete="username" required></label>
      <label class="field"><span>${t('login.password')}</span><input name="password" type="password" autocomplete="current-password" required></label>
      <button class="button primary" ?disabled=${state.busy}>${t('login.enter')}</button>
      ${state.ways.map(way => html`<a class="button" href=${way.path}>${t('login.by', { name: way.name })}</a>`)}
      <p class="hint">${t('login.hint')}</p>
    </form>`,
  };
};
