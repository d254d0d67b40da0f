// A second factor: its code, what an authenticator takes, and what takes its place once.
import { html } from './lib.js';
import { t } from './i18n.js';

export const codeField = () => html`<label class="field"><span>${t('factor.code')}</span><input id="code" name="code" autocomplete="one-time-code" autocapitalize="off" spellcheck="false" maxlength="30" autofocus required></label>`;

/** Four modules of white around it, as readers want; light in the dark, too. */
const picture = ({ size, path }) => html`<svg class="qr" viewBox=${`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label=${t('factor.qr')}><rect x="-4" y="-4" width=${size + 8} height=${size + 8}></rect><path d=${path}></path></svg>`;

const inGroups = secret => secret.match(/.{1,4}/g).join(' ');

export const enrolment = (offer, busy, confirm) => html`<form class="factor" @submit=${event => { event.preventDefault(); confirm(new FormData(event.target).get('code')); }}>
    <p>${t('factor.enrol.text')}</p>
    ${picture(offer.qr)}
    <p class="small">${t('factor.secret')} <code class="secret">${inGroups(offer.secret)}</code> · <a href=${offer.link}>${t('factor.link')}</a></p>
    <p>${t('factor.enrol.confirm')}</p>
    ${codeField()}
    <button class="button primary" ?disabled=${busy}>${t('factor.confirm')}</button>
  </form>`;

export const recoveryCodes = codes => html`<p>${t('factor.codes.text')}</p><ul class="recovery">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>`;

/** Does work for a page whose state has busy and error: what it fails of is shown there. */
export const attempting = (context, state) => async work => {
  state.busy = true;
  state.error = null;
  context.update();
  try {
    await work();
  } catch (error) {
    state.error = error;
  }
  state.busy = false;
  context.update();
};
