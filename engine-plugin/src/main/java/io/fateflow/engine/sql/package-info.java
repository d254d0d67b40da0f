/** Small helpers around SQL and JSON that every store uses. */
@NullMarked
package io.fateflow.engine.sql;

import org.jspecify.annotations.NullMarked;
