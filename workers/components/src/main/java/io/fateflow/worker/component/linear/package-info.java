/** FATE's coordinated generalised linear models over parties that share rows, and what they have in common with the others. */
@NullMarked
package io.fateflow.worker.component.linear;

import org.jspecify.annotations.NullMarked;
