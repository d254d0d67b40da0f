/** How executors of different parties exchange data: {@code remote} and {@code get} of FATE, through the sites' servers. */
@NullMarked
package io.fateflow.worker.exchange;

import org.jspecify.annotations.NullMarked;
