/** A party's rows column by column, and the bins that their values are in. Knows no tree. */
@NullMarked
package io.fateflow.worker.component.boosting.data;

import org.jspecify.annotations.NullMarked;
