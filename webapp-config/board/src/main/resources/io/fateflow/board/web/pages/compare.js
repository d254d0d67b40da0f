// Jobs beside each other: what differs, what they measured, how long they took.
import { html, nothing } from '../lib.js';
import { flow, get } from '../api.js';
import { t } from '../i18n.js';
import { duration, figure } from '../format.js';
import { card, empty, failure, icon, loading, pill, shown, table } from '../ui.js';
import { title } from '../jobs.js';
import { inOrder } from '../diagram.js';
import { plot } from '../charts.js';
import { list, points } from '../metrics.js';

const flat = (value, path = '') => (value !== null && typeof value === 'object'
  ? Object.entries(value).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key)) : [[path, value]]);
const LEFT_OUT = /(^|\.)(model_version|model_id|inheritance_info|engines_address)/;

export default context => {
  const ids = (context.query.get('jobs') ?? '').split(',').filter(Boolean).slice(0, 5);
  const state = { jobs: null, error: null };

  const metricsOf = async answer => {
    const wanted = answer.attempts.filter(attempt => attempt.partyStatus === 'success' && /Evaluation|LR|LinR|Poisson|Boost|Kmeans|NN/.test(attempt.module));
    const places = [...new Map(wanted.map(attempt => [`${attempt.component} ${attempt.role} ${attempt.partyId}`, attempt])).values()].slice(0, 24);
    const found = await Promise.all(places.map(attempt => flow('tracking/component/metric/all', { job_id: answer.job.jobId, role: attempt.role, party_id: attempt.partyId, component_name: attempt.component })
      .then(metrics => list(metrics.data).map(metric => ({ ...metric, component: attempt.component })))));
    return found.flat();
  };

  const load = async () => {
    try {
      state.jobs = await Promise.all(ids.map(async id => { const answer = await get(`jobs/${id}`); return { ...answer, metrics: await metricsOf(answer) }; }));
    } catch (error) {
      state.error = error;
    }
    context.update();
  };

  const head = job => html`<a href="/jobs/${job.jobId}"><span dir="auto">${title(job)}</span></a><br><span class="mono small muted">${job.jobId}</span>`;
  const short = job => `${title(job)} ${job.jobId.slice(8, 14)}`;

  const differing = () => {
    const maps = state.jobs.map(one => new Map(flat({ ...one.conf, dsl: one.dsl.components })));
    const names = [...new Set(maps.flatMap(map => [...map.keys()]))].filter(name => !LEFT_OUT.test(name));
    return names.map(name => [name, maps.map(map => JSON.stringify(map.get(name)))]).filter(([, values]) => new Set(values).size > 1);
  };

  const scores = () => {
    const rows = new Map();
    state.jobs.forEach((one, index) => one.metrics.filter(metric => metric.type === 'EVALUATION_SUMMARY' && !/iteration_/.test(metric.name)).forEach(metric => metric.data.forEach(([name, value]) => {
      const key = `${metric.namespace} · ${name}`;
      rows.set(key, Object.assign(rows.get(key) ?? [], { [index]: value }));
    })));
    return [...rows];
  };

  const curves = (type, x, y, extra = {}) => {
    const series = state.jobs.flatMap(one => one.metrics.filter(metric => metric.type === type).map(metric => ({ name: `${short(one.job)} · ${metric.namespace}`, points: points(metric) })));
    return series.length ? [html`<section class="card"><div class="card-body">${plot(y, { x, series, ...extra })}</div></section>`] : [];
  };

  const durations = () => {
    const names = [...new Set(state.jobs.flatMap(one => inOrder(one.dsl)))];
    const took = (one, name) => {
      const own = one.attempts.filter(attempt => attempt.component === name && attempt.startTime && attempt.endTime);
      return own.length ? Math.max(...own.map(attempt => attempt.endTime)) - Math.min(...own.map(attempt => attempt.startTime)) : null;
    };
    return html`${plot(t('compare.durations'), { labels: names, y: 's', series: state.jobs.map(one => ({ name: short(one.job), points: names.map(name => (took(one, name) ?? 0) / 1000), bars: true })) })}
      ${table(t('compare.durations'), [t('col.component'), ...state.jobs.map(one => [short(one.job), 'num'])], names.map(name => [name, ...state.jobs.map(one => duration(took(one, name)))]), 'dense')}`;
  };

  return {
    title: t('compare'),
    start: () => (ids.length > 1 ? load() : undefined),
    view: () => {
      const crumbs = html`<nav class="crumbs" aria-label=${t('path')}><a href="/">${t('nav.jobs')}</a>${icon('right')}<span>${t('compare')}</span></nav><div class="page-head"><div><h1>${t('compare')}</h1></div></div>`;
      if (ids.length < 2) return html`${crumbs}<section class="card">${empty(t('compare.none'), t('compare.noneText'), html`<a class="button" href="/">${t('nav.jobs')}</a>`)}</section>`;
      if (state.error) return html`${crumbs}${failure(state.error)}`;
      if (!state.jobs) return html`${crumbs}${loading()}`;
      const differ = differing();
      const measured = scores();
      return html`${crumbs}<div class="stack">
        ${card(t('nav.jobs'), table(t('nav.jobs'), [t('col.job'), t('col.status'), [t('col.took'), 'num']], state.jobs.map(({ job }) => [head(job), pill(shown(job)), duration(job.elapsed)])), nothing, 'flush')}
        ${measured.length ? card(t('metric.scores'), table(t('metric.scores'), [t('metric.name'), ...state.jobs.map(one => [short(one.job), 'num'])], measured.map(([name, values]) => [name, ...state.jobs.map((_, index) => { const best = Math.max(...values.filter(value => value !== undefined).map(Number)); return values[index] === undefined ? '–' : Number(values[index]) === best && state.jobs.length > 1 ? html`<b>${figure(values[index])}</b>` : figure(values[index]); })])), nothing, 'flush') : nothing}
        <div class="columns">${curves('ROC_EVALUATION', 'FPR', 'ROC', { min: 0, max: 1, xMin: 0, xMax: 1 })}${curves('LOSS', t('metric.iteration'), t('metric.loss'))}</div>
        ${card(html`${t('compare.differ')} <span class="muted">${differ.length}</span>`, differ.length ? table(t('compare.differ'), [t('col.parameter'), ...state.jobs.map(one => short(one.job))], differ.map(([name, values]) => [html`<span class="mono wrap">${name}</span>`, ...values.map(value => html`<span class="mono">${value ?? '–'}</span>`)]), 'dense') : empty(t('compare.same'), ''), nothing, 'flush')}
        ${card(t('compare.durations'), durations())}
      </div>`;
    },
  };
};
