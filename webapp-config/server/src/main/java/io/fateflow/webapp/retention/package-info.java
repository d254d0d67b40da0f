/** What this node keeps on disk and in the database: for how long, and how much of it there is. */
@NullMarked
package io.fateflow.webapp.retention;

import org.jspecify.annotations.NullMarked;
