"""The classes of FATE 1.11 whose instances its components send each other, or keep in tables; all of them hold values
and do nothing when they are made. What is not here is refused by its name (see safe_pickle)."""

_BY_MODULE = {
    "gmpy2": "from_binary",        # of 2.0
    "gmpy2.gmpy2": "from_binary",  # of 2.1 and later
    "collections": "deque defaultdict",
    "builtins": "slice range list dict tuple int float str bytes bool",
    "federatedml.feature.instance": "Instance",
    "federatedml.feature.sparse_vector": "SparseVector",
    "federatedml.feature.fate_element_type": "NoneType",
    "federatedml.secureprotol.fate_paillier": "PaillierPublicKey PaillierEncryptedNumber",
    "federatedml.secureprotol.fixedpoint": "FixedPointNumber FixedPointEndec",
    "federatedml.secureprotol.symmetric_encryption.pohlig_hellman_encryption": "PohligHellmanCiphertext",
    "federatedml.secureprotol.paillier_tensor": "PaillierTensor",
    "federatedml.secureprotol.spdz.tensor.fixedpoint_endec": "FixedPointEndec",
    "federatedml.secureprotol.spdz.tensor.fixedpoint_numpy": "FixedPointTensor PaillierFixedPointTensor",
    "federatedml.framework.weights": "TransferableWeights NumericWeights ListWeights DictWeights OrderDictWeights"
                                     " NumpyWeights",
    "federatedml.linear_model.linear_model_weight": "LinearModelWeights",
    "federatedml.cipher_compressor.compressor": "PackingCipherTensor NormalCipherPackage PackingCipherTensorPackage",
    "federatedml.ensemble.basic_algorithms.decision_tree.tree_core.node": "Node",
    "federatedml.ensemble.basic_algorithms.decision_tree.tree_core.splitter": "SplitInfo",
    "federatedml.ensemble.basic_algorithms.decision_tree.tree_core.g_h_optim": "SplitInfoPackage SplitInfoPackage2",
    "federatedml.ensemble.basic_algorithms.decision_tree.tree_core.feature_importance": "FeatureImportance",
    "federatedml.ensemble.basic_algorithms.decision_tree.tree_core.feature_histogram": "HistogramBag"
                                                                                     " FeatureHistogramWeights",
    "federatedml.statistic.intersect.intersect_preprocess": "BitArray",
    "federatedml.evaluation.performance_recorder": "PerformanceRecorder",
    "federatedml.feature.binning.bin_inner_param": "BinInnerParam",
    "federatedml.feature.binning.bin_result": "BinColResults SplitPointsResult BinResults MultiClassBinResult",
    "federatedml.feature.binning.quantile_summaries": "Stats QuantileSummaries SparseQuantileSummaries",
}

VALUE_CLASSES = frozenset((module, name) for module, names in _BY_MODULE.items() for name in names.split())
