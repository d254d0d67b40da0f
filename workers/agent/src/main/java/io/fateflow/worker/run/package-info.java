/** Run directories: where the files of executors are, and what they say after a restart. */
@NullMarked
package io.fateflow.worker.run;

import org.jspecify.annotations.NullMarked;
