// FATE's metrics as plots and tables. What is drawn is found by the metric's type, never by its name.
import { html, nothing } from './lib.js';
import { plot } from './charts.js';
import { figure, percent } from './format.js';
import { t } from './i18n.js';
import { card, jsonTree, table } from './ui.js';

/** [{namespace, name, type, data, meta}] of an answer of metric/all. */
export const list = answer => Object.entries(answer ?? {}).flatMap(([namespace, names]) => Object.entries(names).map(([name, { data, meta }]) =>
  ({ namespace, name, data: data ?? [], meta: meta ?? {}, type: meta?.metric_type ?? '' })));

const points = metric => metric.data.map(([x, y]) => [Number(x), Number(y)]);
const numeric = key => Number(/(\d+)$/.exec(key)?.[1] ?? 0);
const group = (entries, key) => entries.reduce((groups, entry) => groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry]), new Map());

const CURVES = {
  LIFT_EVALUATION: ['lift', 'metric.quantile'], GAIN_EVALUATION: ['gain', 'metric.quantile'], ACCURACY_EVALUATION: ['accuracy', 'metric.quantile'],
};

const evaluated = metric => metric.meta.pair_type || metric.name.replace(/_(roc|ks_tpr|ks_fpr|lift|gain|accuracy|precision|recall|confusion_mat|f1_score|quantile_pr|psi)$/, '');
const legend = metric => `${metric.namespace} · ${evaluated(metric)}`;

const scores = entries => {
  const names = [...new Set(entries.flatMap(entry => entry.data.map(([name]) => name)))];
  return card(t('metric.scores'), table(t('metric.scores'), [t('metric.data'), t('metric.of'), ...names.map(name => [name.toUpperCase().replaceAll('_', ' '), 'num'])],
    entries.map(entry => {
      const values = new Map(entry.data);
      return [entry.namespace, html`<span class="mono">${entry.name}</span>`, ...names.map(name => (values.has(name) ? figure(values.get(name)) : '–'))];
    })), nothing, 'flush');
};

/** Scores of each iteration's validation as trends. */
const trends = entries => [...group(entries, entry => entry.namespace)].map(([namespace, ofIt]) => {
  const rows = [...ofIt].sort((a, b) => numeric(a.name) - numeric(b.name));
  const names = [...new Set(rows.flatMap(row => row.data.map(([name]) => name)))];
  return plot(t('metric.trend', { data: namespace }), { x: t('metric.iteration'), series: names.map(name => ({ name, points: rows.filter(row => row.data.some(([key]) => key === name)).map(row => [numeric(row.name), Number(new Map(row.data).get(name))]) })) });
});

const ks = entries => [...group(entries, entry => `${entry.namespace} ${evaluated(entry)}`)].map(([, pair]) => {
  const [tpr, fpr] = ['tpr', 'fpr'].map(kind => pair.find(metric => metric.name.endsWith(kind)));
  if (!tpr || !fpr) return nothing;
  const low = new Map(points(fpr));
  const gaps = points(tpr).filter(([x]) => low.has(x)).map(([x, y]) => [x, y - low.get(x), y, low.get(x)]);
  const [x, gap, top, bottom] = gaps.reduce((best, now) => (now[1] > best[1] ? now : best), [0, 0, 0, 0]);
  return plot(`K-S · ${legend(tpr)}`, { x: t('metric.quantile'), min: 0, max: 1, series: [{ name: 'TPR', points: points(tpr) }, { name: 'FPR', points: points(fpr) }, { name: `KS ${figure(gap)}`, points: [[x, bottom], [x, top]], dashed: true }] }, `KS ${figure(gap)}`);
});

const precisionRecall = (precisions, recalls) => precisions.map(precision => {
  const recall = recalls.find(other => other.namespace === precision.namespace && evaluated(other) === evaluated(precision));
  if (!recall) return nothing;
  const at = new Map(points(recall));
  const both = points(precision).filter(([x]) => at.has(x)).map(([x, y]) => [at.get(x), y]).sort((a, b) => a[0] - b[0]);
  return plot(`${t('metric.pr')} · ${legend(precision)}`, { x: t('metric.recall'), y: t('metric.precision'), min: 0, max: 1, xMin: 0, xMax: 1, series: [{ name: legend(precision), points: both }] });
});

const chosen = new Map();

const confusion = (entry, f1s, update) => {
  const { tp = [], tn = [], fp = [], fn = [], thresholds = [] } = entry.meta;
  if (!thresholds.length) return nothing;
  const key = `${entry.namespace} ${entry.name}`;
  const wanted = chosen.get(key) ?? 0.5;
  const index = thresholds.reduce((best, threshold, at) => (Math.abs(threshold - wanted) < Math.abs(thresholds[best] - wanted) ? at : best), 0);
  const f1 = f1s.find(other => other.namespace === entry.namespace && evaluated(other) === evaluated(entry))?.meta.f1_scores?.[index];
  const total = tp[index] + tn[index] + fp[index] + fn[index];
  const cell = (count, good, name) => html`<td .style=${`background:color-mix(in srgb, var(${good ? '--success' : '--failed'}) ${Math.round((count / total) * 42) + 5}%, var(--surface))`}>${count}<small>${name}</small></td>`;
  return html`<figure class="chart-box"><figcaption><span>${t('metric.confusion')} · ${legend(entry)}</span><span class="muted">${f1 === undefined ? '' : `F1 ${figure(f1)}`}</span></figcaption>
    <table class="matrix"><thead><tr><th></th><th scope="col">${t('metric.predicted')} 1</th><th scope="col">${t('metric.predicted')} 0</th></tr></thead><tbody>
      <tr><th scope="row">${t('metric.actual')} 1</th>${cell(tp[index], true, 'TP')}${cell(fn[index], false, 'FN')}</tr><tr><th scope="row">${t('metric.actual')} 0</th>${cell(fp[index], false, 'FP')}${cell(tn[index], true, 'TN')}</tr></tbody></table>
    <label class="field"><span>${t('metric.threshold')} ${figure(thresholds[index], 2)} · ${t('metric.accuracy')} ${percent((tp[index] + tn[index]) / total)}</span><input type="range" min="0" max="1" step="0.01" .value=${String(wanted)} @input=${event => { chosen.set(key, Number(event.target.value)); update(); }}></label></figure>`;
};

const psi = entry => {
  const { intervals = [], expected_percentage: expected = [], actual_percentage: actual = [], psi_scores: parts = [], total_psi: total } = entry.meta;
  return html`${plot(`PSI · ${entry.name}`, { labels: intervals.map(String), series: [{ name: t('metric.expected'), points: expected, bars: true }, { name: t('metric.actual'), points: actual, bars: true }] }, `PSI ${figure(total)}`)}
    ${table('PSI', [t('metric.interval'), [t('metric.expected'), 'num'], [t('metric.actual'), 'num'], ['PSI', 'num']], intervals.map((name, index) => [String(name), percent(expected[index]), percent(actual[index]), figure(parts[index])]), 'dense')}`;
};

const facts = entry => card(`${entry.namespace} · ${entry.name}`, entry.data.length
  ? table(entry.name, [t('metric.name'), [t('metric.value'), 'num']], entry.data.map(pair => (Array.isArray(pair) ? [String(pair[0]), /rate|ratio/.test(pair[0]) && Number(pair[1]) <= 1 ? percent(pair[1]) : typeof pair[1] === 'object' ? JSON.stringify(pair[1]) : figure(pair[1])] : [figure(pair), ''])), 'dense')
  : jsonTree(Object.fromEntries(Object.entries(entry.meta).filter(([key]) => !['metric_type', 'name'].includes(key)))), nothing, entry.data.length ? 'flush' : '');

const loss = entries => plot(t('metric.loss'), { x: t(`metric.unit.${entries[0].meta.unit_name ?? 'iters'}`), series: entries.map(entry => ({ name: entry.name === 'loss' ? entry.namespace : `${entry.namespace} · ${entry.name}`, points: points(entry) })) }, entries.length === 1 && entries[0].data.length ? figure(entries[0].data.at(-1)[1]) : nothing);

const KNOWN = new Set(['LOSS', 'ROC_EVALUATION', 'KS_EVALUATION', 'PRECISION_BINARY_EVALUATION', 'RECALL_BINARY_EVALUATION', 'PRECISION_MULTI_EVALUATION', 'RECALL_MULTI_EVALUATION', 'CONFUSION_MAT', 'F1_SCORE', 'PSI', 'QUANTILE_PR', 'EVALUATION_SUMMARY', 'CLUSTERING_EVALUATION_SUMMARY', ...Object.keys(CURVES)]);

/** All that a component measured. */
export const metricViews = (metrics, update) => {
  const of = (...types) => metrics.filter(metric => types.includes(metric.type));
  const summaries = of('EVALUATION_SUMMARY', 'CLUSTERING_EVALUATION_SUMMARY');
  const [perIteration, whole] = [summaries.filter(entry => /iteration_\d+$/.test(entry.name)), summaries.filter(entry => !/iteration_\d+$/.test(entry.name))];
  const rocs = of('ROC_EVALUATION');
  const plots = [
    ...(of('LOSS').length ? [loss(of('LOSS'))] : []),
    ...(perIteration.length ? trends(perIteration) : []),
    ...(rocs.length ? [plot('ROC', { x: 'FPR', y: 'TPR', min: 0, max: 1, xMin: 0, xMax: 1, series: [...rocs.map(entry => ({ name: legend(entry), points: points(entry), fill: rocs.length === 1 })), { name: t('metric.chance'), points: [[0, 0], [1, 1]], dashed: true }] }, auc(rocs, whole))] : []),
    ...ks(of('KS_EVALUATION')),
    ...Object.entries(CURVES).flatMap(([type, [name, x]]) => { const entries = of(type).filter(entry => entry.data.length > 1); return entries.length ? [plot(t(`metric.${name}`), { x: t(x), series: entries.map(entry => ({ name: legend(entry), points: points(entry) })) })] : []; }),
    ...precisionRecall(of('PRECISION_BINARY_EVALUATION', 'PRECISION_MULTI_EVALUATION'), of('RECALL_BINARY_EVALUATION', 'RECALL_MULTI_EVALUATION')),
    ...of('CONFUSION_MAT').map(entry => confusion(entry, of('F1_SCORE'), update)),
    ...of('PSI').map(psi),
  ];
  return html`${whole.length ? scores(whole) : nothing}
    ${plots.length ? html`<div class="columns">${plots.map(one => html`<section class="card"><div class="card-body">${one}</div></section>`)}</div>` : nothing}
    ${metrics.some(metric => !KNOWN.has(metric.type)) ? html`<div class="columns">${metrics.filter(metric => !KNOWN.has(metric.type)).map(facts)}</div>` : nothing}`;
};

const auc = (rocs, summaries) => {
  const found = summaries.flatMap(entry => entry.data.filter(([name]) => name === 'auc').map(([, value]) => figure(value)));
  return rocs.length && found.length ? `AUC ${found.join(' / ')}` : nothing;
};

export { points };
