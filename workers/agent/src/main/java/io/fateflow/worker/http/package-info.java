/** Where executors, or their pods, call their worker. Uses nothing of ours. */
@NullMarked
package io.fateflow.worker.http;

import org.jspecify.annotations.NullMarked;
