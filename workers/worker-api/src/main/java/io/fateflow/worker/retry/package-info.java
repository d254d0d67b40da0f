/** How long to wait before trying again. */
@NullMarked
package io.fateflow.worker.retry;

import org.jspecify.annotations.NullMarked;
