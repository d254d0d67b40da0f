// What the doctor finds, and its repairs.
import { html, nothing } from '../lib.js';
import { flow, get } from '../api.js';
import { plot } from '../charts.js';
import { fullTime, time } from '../format.js';
import { t } from '../i18n.js';
import { card, confirm, empty, failure, folded, icon, loading, report, toast } from '../ui.js';

export default context => {
  const state = { findings: null, history: null, error: null, busy: false };

  const load = async () => {
    state.busy = true;
    context.update();
    try {
      const [doctor, history] = await Promise.all([flow('doctor'), get('health/history')]);
      state.findings = doctor.data.findings;
      state.history = history;
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

  const what = text => {
    const { id, message, remedy, stack } = report(text);
    return html`${id ? html`<code>${id}</code> ` : nothing}${message}${folded(t('health.report'), [remedy, stack].filter(Boolean).join('\n'))}`;
  };

  const one = finding => html`<section class="card"><header class="card-head"><span class="pill st-${finding.severity === 'error' ? 'failed' : 'waiting'}">${icon('alert')}${t(`severity.${finding.severity}`)}</span><h2>${finding.place}</h2><code class="muted">${finding.id}</code>
    <div class="card-actions">${finding.repairable && context.may('ADMINISTER') ? html`<button class="button small primary" @click=${() => repair(finding)}>${t('health.repair')}</button>` : nothing}</div></header>
    <div class="card-body"><dl class="facts wide"><div><dt>${t('health.what')}</dt><dd>${what(finding.what)}</dd></div><div><dt>${t('health.why')}</dt><dd>${finding.why}</dd></div><div><dt>${t('health.remedy')}</dt><dd>${finding.remedy}</dd></div></dl></div></section>`;

  const PLOTS = [
    ['jobs', [['running'], ['waiting']]], ['cores', [['leased'], ['cores', { dashed: true }]]],
    ['engine', [['backlog'], ['withoutWorker'], ['incidents']]], ['wait', [['oldestWait', {}, 1 / 60]]],
    ['handover', [['handover']]], ['memory', [['memory', {}, 1 / 1024 / 1024]]],
  ];
  /** What was measured; of what nobody has measured, nothing. */
  const plots = ({ samples }) => PLOTS.map(([key, lines]) => [key, lines.filter(([name]) => samples.some(sample => name in sample.values))]).filter(([, lines]) => lines.length)
    .map(([key, lines]) => html`<section class="card"><div class="card-body">${plot(t(`history.${key}`), { labels: samples.map(sample => time(sample.time)), min: 0,
      series: lines.map(([name, style = {}, unit = 1]) => ({ name: t(`history.${name}`), points: samples.map(sample => (name in sample.values ? sample.values[name] * unit : null)), ...style })) })}</div></section>`);
  const history = found => html`<div class="page-head"><div><h2>${t('history.title')}</h2><p class="meta">${t('history.text', { since: fullTime(found.since), every: `${found.everyMillis / 60_000} min` })}</p></div></div>
    ${found.samples.length > 1 ? html`<div class="columns">${plots(found)}</div>` : html`<section class="card">${empty(t('history.soon'), t('history.soonText', { every: `${found.everyMillis / 60_000} min` }))}</section>`}`;

  return {
    title: t('nav.health'),
    start: load,
    view: () => html`<div class="page-head"><div><h1>${t('nav.health')}</h1><p class="meta">${t('health.text')}</p></div><div class="head-actions"><button class="button" ?disabled=${state.busy} @click=${load}>${icon('redo')}${t('health.look')}</button></div></div>
      ${state.error ? failure(state.error) : !state.findings ? loading() : state.findings.length ? html`<div class="stack">${state.findings.map(one)}</div>` : html`<section class="card">${empty(t('health.sound'), t('health.soundText'))}</section>`}
      ${state.history ? history(state.history) : ''}`,
  };
};
