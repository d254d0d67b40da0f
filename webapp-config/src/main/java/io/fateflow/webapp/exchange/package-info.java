/** Data between the executors of one task on this site: spooled on disk, woken by event. */
@NullMarked
package io.fateflow.webapp.exchange;

import org.jspecify.annotations.NullMarked;
