/**
 * FATE's coordinated generalised linear models over parties that share rows, and what they have in common with the others.
 * What they reveal by design: package {@code hetero} for those with an arbiter, {@link io.fateflow.worker.component.linear.HeteroSSHELR}
 * for those without, {@code job.StepwiseSearch} for a choice of columns.
 */
@NullMarked
package io.fateflow.worker.component.linear;

import org.jspecify.annotations.NullMarked;
