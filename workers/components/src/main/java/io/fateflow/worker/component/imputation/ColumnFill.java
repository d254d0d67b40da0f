package io.fateflow.worker.component.imputation;

/**
 * What fills one column's gaps.
 *
 * @param method FATE's name of it; {@code None} if nobody said one
 */
record ColumnFill(String column, String method, double value) {}
