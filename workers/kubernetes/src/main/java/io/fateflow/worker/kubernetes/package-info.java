/**
 * Executors as Jobs of a Kubernetes cluster: a second adapter of {@link io.fateflow.worker.runtime.ExecutorRuntime}. Run
 * directories, logs and tables are on a volume that the worker and the pods share; what a pod's launcher writes there, as on
 * one machine, says how its executor ended, and keeps a second pod of the same run from beginning. Where there is no such volume, package
 * {@code delivery} brings all that to the worker.
 */
@NullMarked
package io.fateflow.worker.kubernetes;

import org.jspecify.annotations.NullMarked;
