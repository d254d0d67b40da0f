/** Trees over rows whose columns are at several parties: the guest has labels, hosts add up encrypted gradients. */
@NullMarked
package io.fateflow.worker.component.boosting.hetero;

import org.jspecify.annotations.NullMarked;
