// The jobs that people start most often, as forms: a form's values become DSL and conf.
const component = (module, input, output) => ({ module, ...(input ? { input } : {}), ...(output ? { output } : {}) });
const data = source => ({ data: { data: [`${source}.data`] } });
const both = { data: ['data'], model: ['model'] };

const prepared = { reader_0: component('Reader', null, { data: ['data'] }), data_transform_0: component('DataTransform', data('reader_0'), both), intersection_0: component('Intersection', data('data_transform_0'), { data: ['data'] }) };

const ids = text => String(text).split(/[\s,;]+/).filter(Boolean).map(Number);

const tableOf = text => {
  const [namespace, ...name] = String(text).split('/');
  return { namespace, name: name.join('/') };
};

const conf = (form, common, arbiter) => {
  const hosts = ids(form.hosts);
  return {
    dsl_version: 2,
    initiator: { role: 'guest', party_id: Number(form.guest) },
    role: { guest: [Number(form.guest)], host: hosts, ...(arbiter ? { arbiter: [Number(form.arbiter || hosts[0])] } : {}) },
    job_parameters: { common: { job_type: 'train', ...(form.federated ? { federated_mode: 'MULTIPLE' } : {}), task_cores: Number(form.cores || 2) } },
    component_parameters: {
      common,
      role: {
        guest: { 0: { reader_0: { table: tableOf(form.guestTable) }, data_transform_0: { with_label: true, label_name: form.label, label_type: 'int', output_format: 'dense' } } },
        host: { [hosts.length > 1 ? hosts.map((_, index) => index).join('|') : 0]: { reader_0: { table: tableOf(form.hostTable) }, data_transform_0: { with_label: false, output_format: 'dense' } } },
      },
    },
  };
};

const learning = [
  { key: 'iterations', value: 10, type: 'number' }, { key: 'rate', value: 0.15, type: 'number' },
];

export const TEMPLATES = [
  {
    key: 'lr', arbiter: true,
    fields: [...learning, { key: 'batch', value: -1, type: 'number' }, { key: 'alpha', value: 0.01, type: 'number' }, { key: 'keyLength', value: 1024, type: 'number' }],
    make: form => ({
      dsl: { components: { ...prepared, hetero_lr_0: component('HeteroLR', { data: { train_data: ['intersection_0.data'] } }, both), evaluation_0: component('Evaluation', data('hetero_lr_0'), { data: ['data'] }) } },
      conf: conf(form, { hetero_lr_0: { penalty: 'L2', optimizer: 'rmsprop', alpha: Number(form.alpha), max_iter: Number(form.iterations), learning_rate: Number(form.rate), batch_size: Number(form.batch), early_stop: 'diff', tol: 0.0001, init_param: { init_method: 'zeros' }, encrypt_param: { method: 'Paillier', key_length: Number(form.keyLength) } }, evaluation_0: { eval_type: 'binary' } }, true),
    }),
  },
  {
    key: 'binning', arbiter: true,
    fields: [...learning, { key: 'bins', value: 10, type: 'number' }, { key: 'iv', value: 0.02, type: 'number' }],
    make: form => ({
      dsl: { components: { ...prepared, hetero_feature_binning_0: component('HeteroFeatureBinning', data('intersection_0'), both), hetero_feature_selection_0: component('HeteroFeatureSelection', { data: { data: ['hetero_feature_binning_0.data'] }, isometric_model: ['hetero_feature_binning_0.model'] }, both), hetero_lr_0: component('HeteroLR', { data: { train_data: ['hetero_feature_selection_0.data'] } }, both), evaluation_0: component('Evaluation', data('hetero_lr_0'), { data: ['data'] }) } },
      conf: conf(form, { hetero_feature_binning_0: { method: 'quantile', bin_num: Number(form.bins), bin_indexes: -1, transform_param: { transform_cols: -1, transform_type: 'woe' } }, hetero_feature_selection_0: { select_col_indexes: -1, filter_methods: ['iv_filter'], iv_param: { metrics: ['iv'], filter_type: ['threshold'], threshold: [Number(form.iv)] } }, hetero_lr_0: { penalty: 'L2', optimizer: 'rmsprop', alpha: 0.01, max_iter: Number(form.iterations), learning_rate: Number(form.rate), batch_size: -1, init_param: { init_method: 'zeros' } }, evaluation_0: { eval_type: 'binary' } }, true),
    }),
  },
  {
    key: 'boost', arbiter: false,
    fields: [{ key: 'trees', value: 5, type: 'number' }, { key: 'depth', value: 3, type: 'number' }, { key: 'rate', value: 0.3, type: 'number' }, { key: 'bins', value: 32, type: 'number' }],
    make: form => ({
      dsl: { components: { ...prepared, hetero_secureboost_0: component('HeteroSecureBoost', { data: { train_data: ['intersection_0.data'] } }, both), evaluation_0: component('Evaluation', data('hetero_secureboost_0'), { data: ['data'] }) } },
      conf: conf(form, { hetero_secureboost_0: { task_type: 'classification', objective_param: { objective: 'cross_entropy' }, num_trees: Number(form.trees), learning_rate: Number(form.rate), bin_num: Number(form.bins), tree_param: { max_depth: Number(form.depth) }, encrypt_param: { method: 'Paillier' } }, evaluation_0: { eval_type: 'binary' } }, false),
    }),
  },
  {
    key: 'intersect', arbiter: false, fields: [],
    make: form => ({ dsl: { components: prepared }, conf: conf(form, {}, false) }),
  },
];
