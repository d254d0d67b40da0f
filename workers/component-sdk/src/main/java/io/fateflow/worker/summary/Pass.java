package io.fateflow.worker.summary;

import java.io.Serializable;

/**
 * One look at all rows. It may be sent to where the rows are, and begin there for each part of them.
 *
 * @param <T> what is gathered of a part
 */
public interface Pass<T extends Serializable> extends Serializable {

    /** Nothing gathered yet. */
    T begin();

    /** Gathers a row, whose array is used again for the next one. */
    void row(T gathered, double[] values);

    /** What was gathered of one part and of the one behind it; may be either of them, changed. */
    T merge(T one, T other);

    /** Whether the last digits depend on the order in which parts are merged: then it is the order of the rows. */
    default boolean isSensitiveToOrder() {
        return true;
    }
}
