/** One delegate per service task of the processes, named as the task is. Uses everything below. */
@NullMarked
package io.fateflow.engine.process;

import org.jspecify.annotations.NullMarked;
