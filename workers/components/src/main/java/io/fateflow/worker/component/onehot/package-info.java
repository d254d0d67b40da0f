/** FATE's OneHotEncoder: a column of few whole numbers becomes a column for each of them. */
@NullMarked
package io.fateflow.worker.component.onehot;

import org.jspecify.annotations.NullMarked;
