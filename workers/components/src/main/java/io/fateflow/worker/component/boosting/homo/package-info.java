/** Trees over rows that several parties have with the same columns: the arbiter adds up masked histograms. */
@NullMarked
package io.fateflow.worker.component.boosting.homo;

import org.jspecify.annotations.NullMarked;
