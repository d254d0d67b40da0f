// What components have learnt, by the fields of FATE's models; what is not known here is shown as it is.
import { html, nothing } from './lib.js';
import { bars, heat, plot, tree } from './charts.js';
import { figure, percent } from './format.js';
import { t } from './i18n.js';
import { card, facts, pill, select, table } from './ui.js';

const number = value => Number(value);
const state = new Map();

const weights = (param, title) => {
  const header = param.header?.length ? param.header : Object.keys(param.weight ?? {});
  const entries = header.filter(name => name in (param.weight ?? {})).map(name => [name, number(param.weight[name])]);
  const byWeight = [...entries].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]));
  const hidden = Object.keys(param.encryptedWeight ?? {}).length;
  return card(title, html`<div class="stack">${facts([
    [t('model.iterations'), param.iters], [t('model.converged'), param.isConverged === undefined ? nothing : t(param.isConverged ? 'yes' : 'no')],
    [t('model.best'), param.bestIteration === undefined || number(param.bestIteration) < 0 ? nothing : param.bestIteration],
    [t('model.intercept'), param.intercept === undefined ? nothing : figure(param.intercept)], [t('model.encrypted'), hidden || nothing]])}
    ${byWeight.length ? bars(byWeight.slice(0, 60)) : html`<p class="muted">${t('model.noWeights')}</p>`}</div>`);
};

const linear = (param, hasLoss) => html`${!hasLoss && param.lossHistory?.length ? card(t('metric.loss'), plot(t('metric.loss'), { x: t('metric.iteration'), series: [{ name: t('metric.loss'), points: param.lossHistory.map((loss, index) => [index, number(loss)]) }] })) : nothing}
  ${param.needOneVsRest && param.oneVsRestResult?.completedModels?.length ? param.oneVsRestResult.completedModels.map((model, index) => weights(model, `${t('model.weights')} · ${param.oneVsRestResult.oneVsRestClasses?.[index] ?? index}`)) : weights(param, t('model.weights'))}`;

const node = (trees, byId, id, names, own) => {
  const found = byId.get(number(id));
  if (!found) return null;
  if (found.isLeaf) return { text: figure(found.moWeight?.length ? found.moWeight[0] : found.weight), sub: t('model.leaf'), kind: 'leaf' };
  const mine = own(found.sitename);
  const split = trees.splitMaskdict?.[found.id] ?? (typeof found.bid === 'number' && !Number.isInteger(found.bid) ? found.bid : undefined);
  return {
    text: mine ? names[found.fid] ?? `x${found.fid}` : found.sitename.replace(':', ' '), sub: mine && split !== undefined ? `≤ ${figure(split)}` : mine ? '' : t('model.remote'), kind: mine ? '' : 'remote',
    left: node(trees, byId, found.leftNodeid, names, own), right: node(trees, byId, found.rightNodeid, names, own),
  };
};

const boosting = (param, role, party, hasLoss, update) => {
  const names = param.featureNameFidMapping ?? {};
  const importances = [...(param.featureImportances ?? [])];
  const kind = importances[0]?.main;
  const named = importances.map(one => [one.fullname || names[one.fid] || `x${one.fid}`, number(one.importance)]).sort((a, b) => b[1] - a[1]);
  const chosen = Math.min(state.get('tree') ?? 0, Math.max(0, param.trees.length - 1));
  const shown = param.trees[chosen];
  const own = site => !site || site === `${role}:${party}` || site === role;
  const root = shown && node(shown, new Map(shown.tree.map(one => [number(one.id), one])), 0, names, own);
  return html`${facts([[t('model.trees'), param.trees.length], [t('model.classes'), param.classes?.length ? param.classes.join(', ') : nothing], [t('model.best'), number(param.bestIteration) >= 0 ? param.bestIteration : nothing]])}
    <div class="columns">${named.length ? card(t('model.importance'), bars(named.slice(0, 40)), html`<span class="muted small">${kind ?? ''}</span>`) : nothing}
    ${!hasLoss && param.losses?.length ? card(t('metric.loss'), plot(t('metric.loss'), { x: t('model.trees'), series: [{ name: t('metric.loss'), points: param.losses.map((loss, index) => [index + 1, number(loss)]) }] })) : nothing}
    ${param.trees.length > 1 ? card(t('model.sizes'), plot(t('model.sizes'), { x: t('model.trees'), series: [{ name: t('model.nodes'), points: param.trees.map((one, index) => [index + 1, one.tree.length]), bars: false }] })) : nothing}</div>
    ${root ? card(`${t('model.tree')} ${chosen + 1}`, tree(root), select('', chosen, param.trees.map((_, index) => [index, `${t('model.tree')} ${index + 1}`]), value => { state.set('tree', Number(value)); update(); })) : nothing}`;
};

const bins = (name, column) => {
  const missing = (column.ivArray?.length ?? 0) > (column.splitPoints?.length ?? 0);
  const label = index => (index < (column.splitPoints?.length ?? 0) ? `${index === 0 ? '' : `${figure(column.splitPoints[index - 1])} – `}${figure(column.splitPoints[index])}` : missing && column.splitPoints?.length ? t('model.missing') : `bin ${index}`);
  const labels = (column.ivArray ?? []).map((_, index) => label(index));
  return card(html`<span class="mono">${name}</span> · IV ${figure(column.iv)}`, html`<div class="stack">${plot('WOE', { labels, series: [{ name: 'WOE', points: (column.woeArray ?? []).map(number), bars: true }] })}
    ${plot(t('model.events'), { labels, series: [{ name: t('model.event'), points: (column.eventCountArray ?? []).map(number), bars: true }, { name: t('model.nonEvent'), points: (column.nonEventCountArray ?? []).map(number), bars: true }] })}</div>
    ${table(name, [t('model.bin'), ['IV', 'num'], ['WOE', 'num'], [t('model.event'), 'num'], [t('model.nonEvent'), 'num'], [t('model.eventRate'), 'num']], labels.map((text, index) => [text, figure(column.ivArray[index]), figure(column.woeArray?.[index]), column.eventCountArray?.[index] ?? '–', column.nonEventCountArray?.[index] ?? '–', column.eventRateArray ? percent(column.eventRateArray[index]) : '–']), 'dense')}`);
};

const binning = (param, update) => {
  const sites = [{ role: '', partyId: '', binningResult: param.binningResult?.binningResult ?? {} }, ...(param.hostResults ?? [])];
  const columns = sites.flatMap(site => Object.entries(site.binningResult ?? {}).map(([name, column]) => ({ site: site.role ? `${site.role} ${site.partyId}` : t('model.own'), name, column })));
  if (!columns.length) return nothing;
  const byIv = [...columns].sort((a, b) => number(b.column.iv) - number(a.column.iv));
  const chosen = state.get('bin') ?? `${byIv[0].site} ${byIv[0].name}`;
  const shown = byIv.find(one => `${one.site} ${one.name}` === chosen) ?? byIv[0];
  return html`<div class="columns">${card(t('model.iv'), table(t('model.iv'), [t('model.feature'), [t('col.sites'), 'nowrap'], ['IV', 'num'], [t('model.bins'), 'num'], t('model.monotonic')], byIv.map(one => [html`<button class="text-button mono" aria-pressed=${one === shown} @click=${() => { state.set('bin', `${one.site} ${one.name}`); update(); }}>${one.name}</button>`, one.site, figure(one.column.iv), (one.column.ivArray ?? one.column.splitPoints ?? []).length, one.column.isWoeMonotonic ? t('yes') : t('no')]), 'dense'), nothing, 'flush scroll')}
    ${shown.column.ivArray?.length ? bins(shown.name, shown.column) : nothing}</div>`;
};

const selection = param => {
  const own = param.colNames?.length ? param.colNames : Object.keys(param.results?.[0]?.leftCols?.originalCols ?? {});
  const left = new Set(Object.entries(param.finalLeftCols?.leftCols ?? {}).filter(([, is]) => is).map(([name]) => name));
  const filters = param.results ?? [];
  const cell = (result, name) => {
    const value = result.featureValues?.[name];
    const stays = result.leftCols?.leftCols?.[name];
    const entered = (result.leftCols?.originalCols ?? []).includes?.(name) ?? true;
    return entered ? html`<span class=${stays ? '' : 'muted'}>${value === undefined ? (stays ? '✓' : '✕') : figure(value)}</span>` : html`<span class="muted">–</span>`;
  };
  return card(t('model.selection'), table(t('model.selection'), [t('model.feature'), ...filters.map(result => [result.filterName.replaceAll('_', ' '), 'num']), t('model.verdict')], own.map(name => [html`<span class="mono">${name}</span>`, ...filters.map(result => cell(result, name)), left.has(name) ? pill('success') : html`<span class="pill st-canceled">${t('model.dropped')}</span>`]), 'dense'), nothing, 'flush');
};

const pearson = param => {
  const own = param.names ?? [];
  const anonymous = param.anonymousMap ?? [];
  const all = param.allNames ?? [];
  const guest = all.find(one => /guest/.test(JSON.stringify(param.parties?.[0] ?? ''))) ? all[0] : all[0];
  const host = all[1];
  const square = own.length ? Math.round(Math.sqrt((param.localCorr ?? []).length)) : 0;
  return html`${square ? card(t('model.localCorr'), heat(own, own, (line, column) => param.localCorr[line * square + column])) : nothing}
    ${host && param.corr?.length ? card(t('model.corr'), heat(host.names, guest.names, (line, column) => param.corr[line * host.names.length + column])) : nothing}
    ${param.localVif?.length ? card('VIF', bars(own.map((name, index) => [name, number(param.localVif[index])]))) : nothing}${anonymous.length > 60 ? nothing : nothing}`;
};

const statistics = (param) => {
  const results = param.selfValues.results ?? [];
  const names = results[0]?.colNames ?? [];
  return card(t('model.statistics'), table(t('model.statistics'), [t('model.feature'), ...results.map(result => [result.valueName, 'num'])], names.map(name => [html`<span class="mono">${name}</span>`, ...results.map(result => figure(result.values[result.colNames.indexOf(name)]))]), 'dense'), nothing, 'flush');
};

const featurePsi = param => html`${card('PSI', bars(Object.entries(param.totalScore ?? {}).map(([name, value]) => [name, number(value)]).sort((a, b) => b[1] - a[1])))}
  ${(param.featurePsi ?? []).slice(0, 20).map(feature => card(feature.featureName, plot(feature.featureName, { labels: (feature.interval ?? []).map(String), series: [{ name: t('metric.expected'), points: (feature.expectPerc ?? []).map(number), bars: true }, { name: t('metric.actual'), points: (feature.actualPerc ?? []).map(number), bars: true }] })))}`;

const scale = param => card(t('model.scale'), table(t('model.scale'), [t('model.feature'), [t('model.lower'), 'num'], [t('model.upper'), 'num'], [t('model.mean'), 'num'], [t('model.std'), 'num']], Object.entries(param.colScaleParam).map(([name, column]) => [html`<span class="mono">${name}</span>`, figure(column.columnLower), figure(column.columnUpper), figure(column.mean), figure(column.std)]), 'dense'), nothing, 'flush');

const fill = (param, meta) => [['imputerParam', 'imputerMeta', 'isImputer'], ['outlierParam', 'outlierMeta', 'isOutlier']].filter(([key, of, flag]) => param[key] && (meta[of]?.[flag] ?? true)).map(([key]) => {
  const values = param[key];
  const ratio = values.missingValueRatio ?? values.outlierValueRatio ?? {};
  const replaced = values.missingReplaceValue ?? values.outlierReplaceValue ?? {};
  const names = [...new Set([...Object.keys(ratio), ...Object.keys(replaced)])];
  return names.length ? card(t(`model.${key}`), table(t(`model.${key}`), [t('model.feature'), [t('model.ratio'), 'num'], [t('model.replaced'), 'num']], names.map(name => [html`<span class="mono">${name}</span>`, ratio[name] === undefined ? '–' : percent(ratio[name]), figure(replaced[name])]), 'dense'), nothing, 'flush') : nothing;
});

const clusters = param => card(t('model.clusters'), html`${table(t('model.clusters'), [t('model.cluster'), [t('model.size'), 'num'], [t('model.share'), 'num']], (param.clusterDetail ?? []).map(one => [one.cluster[0], one.cluster[1], percent(one.cluster[2])]), 'dense')}`, nothing, 'flush');

/** The views of a model that is known; null of one that is not. */
export const modelView = (param, meta, { role, partyId: party, hasLoss }, update) => {
  if (param.trees?.length || param.featureImportances?.length) return boosting({ trees: [], ...param }, role, party, hasLoss, update);
  if (param.binningResult) return binning(param, update);
  if (param.results && param.finalLeftCols) return selection(param);
  if (param.localCorr || param.corr) return pearson(param);
  if (param.selfValues) return statistics(param);
  if (param.featurePsi || param.totalScore) return featurePsi(param);
  if (param.colScaleParam && Object.keys(param.colScaleParam).length) return scale(param);
  if (param.clusterDetail?.length) return clusters(param);
  if (param.weight || param.oneVsRestResult) return linear(param, hasLoss);
  if (param.imputerParam || param.outlierParam) return fill(param, meta);
  return null;
};
