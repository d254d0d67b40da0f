/** FATE's DataStatistics: what is to be known of each column. */
@NullMarked
package io.fateflow.worker.component.statistics;

import org.jspecify.annotations.NullMarked;
