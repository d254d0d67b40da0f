/** What is done again: until it comes through, with waits in between, or for as long as a process lives. */
@NullMarked
package io.fateflow.worker.retry;

import org.jspecify.annotations.NullMarked;
