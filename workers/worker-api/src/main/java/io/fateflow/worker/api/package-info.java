/** What server, worker and executor agree on: tasks, reports, states, and their one JSON codec. Uses nothing of ours. */
@NullMarked
package io.fateflow.worker.api;

import org.jspecify.annotations.NullMarked;
