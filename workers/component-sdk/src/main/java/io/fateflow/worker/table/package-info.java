/** The tables of one site: Arrow IPC files, written and read in batches. Knows nothing of components or of the server. */
@NullMarked
package io.fateflow.worker.table;

import org.jspecify.annotations.NullMarked;
