package io.fateflow.worker.table;

/** The feature values of one instance, by the column's place in the header. Immutable by contract: nobody writes to its arrays. */
public sealed interface Features permits DenseFeatures, SparseFeatures {

    /** How many columns there are, also those without a value. */
    int size();

    /** The value of one column; 0 for a sparse column without one, NaN for a missing value. */
    double get(int column);

    /** Visits every stored value, in ascending order of columns; of dense features these are all. */
    void forEach(Visitor visitor);

    /** The inner product with as many weights. */
    double dot(double[] weights);

    /** The columns of {@code columns}, in that order. */
    Features select(int... columns);

    /** Takes a column's place and value. */
    @FunctionalInterface
    interface Visitor {
        void value(int column, double value);
    }
}
