/** Data between executors: spooled on disk, carried to the sites of other parties, given to whoever waits. */
@NullMarked
package io.fateflow.transfer;

import org.jspecify.annotations.NullMarked;
