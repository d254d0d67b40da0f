/**
 * What receivers outside are told of jobs: which of them of which event, written down in the transaction of the event, sent
 * after it. Knows neither the engine nor HTTP: {@code executor} has its external tasks, {@code webhook} sends.
 */
@NullMarked
package io.fateflow.engine.notification;

import org.jspecify.annotations.NullMarked;
