/** FATE's log files behind SLF4J; small, because Logback alone would take a quarter of an executor's start. */
@NullMarked
package io.fateflow.worker.executor.log;

import org.jspecify.annotations.NullMarked;
