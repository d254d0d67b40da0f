// What the doctor finds, and its repairs.
import { html, nothing } from '../lib.js';
import { flow } from '../api.js';
import { t } from '../i18n.js';
import { card, confirm, empty, failure, icon, loading, toast } from '../ui.js';

export default context => {
  const state = { findings: null, error: null, busy: false };

  const load = async () => {
    state.busy = true;
    context.update();
    try {
      state.findings = (await flow('doctor')).data.findings;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    context.update();
  };

  const repair = async finding => {
    if (!await confirm({ title: t('health.repair'), text: `${finding.what}\n${finding.remedy}`, button: t('health.repair') })) return;
    try {
      const answer = await flow('doctor/repair', { findings: [finding.key] });
      state.findings = answer.data.findings;
      toast(t('health.repaired', { count: answer.data.repaired.length }));
    } catch (error) {
      toast(error.message, 'failed');
    }
    context.update();
  };

  const one = finding => html`<section class="card"><header class="card-head"><span class="pill st-${finding.severity === 'error' ? 'failed' : 'waiting'}">${icon('alert')}${t(`severity.${finding.severity}`)}</span><h2>${finding.place}</h2><code class="muted">${finding.id}</code>
    <div class="card-actions">${finding.repairable && context.may('ADMINISTER') ? html`<button class="button small primary" @click=${() => repair(finding)}>${t('health.repair')}</button>` : nothing}</div></header>
    <div class="card-body"><dl class="facts wide"><div><dt>${t('health.what')}</dt><dd>${finding.what}</dd></div><div><dt>${t('health.why')}</dt><dd>${finding.why}</dd></div><div><dt>${t('health.remedy')}</dt><dd>${finding.remedy}</dd></div></dl></div></section>`;

  return {
    title: t('nav.health'),
    start: load,
    view: () => html`<div class="page-head"><div><h1>${t('nav.health')}</h1><p class="meta">${t('health.text')}</p></div><div class="head-actions"><button class="button" ?disabled=${state.busy} @click=${load}>${icon('redo')}${t('health.look')}</button></div></div>
      ${state.error ? failure(state.error) : !state.findings ? loading() : state.findings.length ? html`<div class="stack">${state.findings.map(one)}</div>` : html`<section class="card">${empty(t('health.sound'), t('health.soundText'))}</section>`}`,
  };
};
