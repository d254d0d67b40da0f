/** Small helpers around SQL and JSON that every store uses. */
@NullMarked
package io.fateflow.database;

import org.jspecify.annotations.NullMarked;
