/** FATE's ColumnExpand: further columns, with the same value in each row. */
@NullMarked
package io.fateflow.worker.component.expand;

import org.jspecify.annotations.NullMarked;
