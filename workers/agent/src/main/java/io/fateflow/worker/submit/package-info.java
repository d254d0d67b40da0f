/** How attempts are run on Spark: each is the driver of one application, and a process of this machine as all others are. */
@NullMarked
package io.fateflow.worker.submit;

import org.jspecify.annotations.NullMarked;
