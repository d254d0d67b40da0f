// The shell: login, navigation, and which page the address names.
import { html, nothing, render } from './lib.js';
import { CallError, get, post, whenLoggedOut } from './api.js';
import { languages, loadMessages, language, setLanguage, t } from './i18n.js';
import { failure, icon, loading } from './ui.js';

const ROUTES = [
  [/^\/(?:jobs)?$/, 'jobs'],
  [/^\/jobs\/([^/]+)$/, 'job'],
  [/^\/jobs\/([^/]+)\/([^/]+)$/, 'component'],
  [/^\/submit$/, 'submit'],
  [/^\/compare$/, 'compare'],
  [/^\/resources$/, 'resources'],
  [/^\/sites$/, 'sites'],
  [/^\/consents$/, 'consents'],
  [/^\/audit$/, 'audit'],
  [/^\/lineage$/, 'lineage'],
  [/^\/health$/, 'health'],
  [/^\/account$/, 'account'],
  [/^\/login$/, 'login'],
];

const NAVIGATION = [
  ['jobs', '/', 'jobs', 'READ'],
  ['submit', '/submit', 'submit', 'SUBMIT'],
  ['resources', '/resources', 'resources', 'READ'],
  ['sites', '/sites', 'sites', 'READ'],
  ['consents', '/consents', 'consents', 'CONSENT'],
  ['lineage', '/lineage', 'lineage', 'READ'],
  ['audit', '/audit', 'audit', 'READ'],
  ['health', '/health', 'health', 'MONITOR'],
];

const root = document.getElementById('board');
const state = { session: null, page: null, name: '', error: null, connected: true };
let planned = false;

const update = () => {
  if (planned) return;
  planned = true;
  queueMicrotask(() => { planned = false; render(shell(), root); });
};

const may = right => state.session?.rights.includes(right) ?? false;

const navigate = (href, { replace = false } = {}) => {
  if (href === '/api') {
    location.assign(href); // a document of its own
    return;
  }
  const before = location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  if (location.pathname === before && state.page?.moved) {
    state.page.moved(new URLSearchParams(location.search));
    update();
  } else {
    open();
  }
};

const context = (match) => ({
  args: match.slice(1).map(decodeURIComponent),
  query: new URLSearchParams(location.search),
  session: state.session,
  begin: session => { state.session = session; },
  may,
  update,
  navigate,
  connected: is => { if (state.connected !== is) { state.connected = is; update(); } },
});

const open = async () => {
  state.page?.stop?.();
  state.page = null;
  state.error = null;
  const path = location.pathname;
  const [pattern, name] = ROUTES.find(([route]) => route.test(path)) ?? [/^/, 'jobs'];
  state.name = name;
  if (name !== 'login' && !state.session) return logIn();
  update();
  try {
    const module = await import(`./pages/${name}.js`);
    if (location.pathname !== path) return;
    state.page = module.default(context(pattern.exec(path)));
    document.title = `${state.page.title ?? t(`nav.${name}`)} · FATE Flow`;
    update();
    await state.page.start?.();
  } catch (error) {
    // a script that can't be loaded is a server that is away: the page is opened when it is there again
    state.error = error instanceof TypeError && !state.page ? new CallError(0, { message: 'offline' }) : error;
    if (state.error.message === 'offline') loadAgain(path);
  }
  update();
  if (path !== focused) { document.getElementById('main')?.focus(); focused = path; }
};
let focused = location.pathname;

const AGAIN = 3_000;
const loadAgain = path => setTimeout(async () => {
  const there = await get('session').then(() => true, error => error.status !== 0);
  if (location.pathname !== path || !state.error) return;
  if (there) location.reload(); else loadAgain(path);
}, AGAIN);

const logIn = () => {
  const back = location.pathname + location.search;
  navigate(`/login${back === '/' ? '' : `?back=${encodeURIComponent(back)}`}`, { replace: true });
};

const logOut = async () => {
  const { next } = await post('logout', {});
  if (next) { location.assign(next); return; }
  state.session = null;
  navigate('/login');
};

const toggleTheme = () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  localStorage.setItem('theme', theme);
  dispatchEvent(new Event('themechange'));
  update();
};

const switchLanguage = async event => {
  await setLanguage(event.target.value);
  open();
};

const tools = () => html`
  <label class="tool-language"><span class="aloud">${t('language')}</span><select @change=${switchLanguage}>${languages().map(([key, title]) => html`<option value=${key} ?selected=${key === language}>${title}</option>`)}</select></label>
  <button class="icon-button" @click=${toggleTheme} title=${t('theme')} aria-label=${t('theme')}>${icon(document.documentElement.dataset.theme === 'dark' ? 'sun' : 'moon')}</button>`;

const logo = () => html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"></rect><path d="M9.500 16h4M18.500 11.500l-3 3M18.500 20.500l-3-3"></path><circle cx="7.500" cy="16" r="2.600"></circle><circle class="full" cx="15.500" cy="16" r="2.200"></circle><circle cx="21" cy="9.500" r="2.600"></circle><circle cx="21" cy="22.500" r="2.600"></circle></svg>`;

const body = () => state.error ? failure(state.error) : state.page ? state.page.view() : loading();

const shell = () => state.name === 'login'
  ? html`<main class="login-page" id="main" tabindex="-1"><div class="login-tools">${tools()}</div>${logo()}${body()}</main>`
  : html`
  <a class="skip" href="#main">${t('skip')}</a>
  <header class="side">
    <a class="brand" href="/">${logo()}<span>FATE Flow</span></a>
    <nav class="nav" aria-label=${t('navigation')}>${NAVIGATION.filter(([, , , right]) => may(right)).map(([key, href, symbol]) => html`
      <a href=${href} aria-current=${current(key) ? 'page' : 'false'}>${icon(symbol)}<span>${t(`nav.${key}`)}</span></a>`)}</nav>
    <div class="side-foot">
      <a class="side-link" href="/camunda/app/cockpit/" data-external>${icon('external')}<span>${t('nav.cockpit')}</span></a>
      <a class="side-link" href="/api" data-external>${icon('external')}<span>${t('nav.api')}</span></a>
      <div class="side-tools">${tools()}</div>
      <div class="side-user">${icon('user')}<a class="side-name" href="/account" title=${t('nav.account')}>${state.session?.user ?? ''}</a><button class="text-button" @click=${logOut}>${t('logout')}</button></div>
      <p class="side-site">${state.session?.party ? t('site', { party: state.session.party }) : ''} ${state.session?.version ?? ''}</p>
    </div>
  </header>
  <main id="main" tabindex="-1">
    ${state.connected ? nothing : html`<div class="lost" role="alert">${icon('alert')}${t('lost')}</div>`}
    ${body()}
  </main>`;

const current = key => key === state.name || (key === 'jobs' && ['job', 'component', 'compare'].includes(state.name));

document.addEventListener('click', event => {
  const link = event.target.closest?.('a[href]') ?? event.composedPath().find(node => node.tagName === 'A');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || link.target || link.hasAttribute('download') || 'external' in link.dataset) return;
  if (url.hash && url.pathname === location.pathname) return;
  event.preventDefault();
  navigate(url.pathname + url.search);
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && !/^(input|textarea|select)$/i.test(event.target.tagName)) {
    const search = document.querySelector('input[type=search]');
    if (search) { event.preventDefault(); search.focus(); }
  }
});
addEventListener('popstate', () => open());
whenLoggedOut(() => { if (state.name !== 'login') { state.session = null; logIn(); } });

await loadMessages();
if (location.pathname !== '/login') {
  try { state.session = await get('session'); } catch { /* nobody is logged in, or the page says what is wrong */ }
}
open();
