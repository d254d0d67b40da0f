/** Job rows, and the port through which users act on jobs. Uses task and resource. */
@NullMarked
package io.fateflow.engine.job;

import org.jspecify.annotations.NullMarked;
