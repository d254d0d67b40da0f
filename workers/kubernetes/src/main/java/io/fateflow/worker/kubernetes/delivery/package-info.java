/**
 * Run directories of pods that share no volume with their worker. A pod's program ({@link
 * io.fateflow.worker.kubernetes.delivery.PodMain}) asks its worker ({@link io.fateflow.worker.kubernetes.delivery.DeliveryDesk})
 * whether it may begin, gets the executor's config, starts the launcher in a directory of its own, and brings what the agent reads of
 * a run: sign of life, measures and logs while it lasts, result and exit code at the end. So a run's directory at the worker is
 * as one on a shared volume, a moment later. Tables and files of the site are not the worker's matter: the executor gets them from the
 * server by itself.
 */
@NullMarked
package io.fateflow.worker.kubernetes.delivery;

import org.jspecify.annotations.NullMarked;
