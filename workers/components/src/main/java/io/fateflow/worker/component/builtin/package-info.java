/** The components that come with the executor. */
@NullMarked
package io.fateflow.worker.component.builtin;

import org.jspecify.annotations.NullMarked;
