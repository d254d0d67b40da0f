/** FATE Flow's endpoints on stored tables. */
@NullMarked
package io.fateflow.webapp.table;

import org.jspecify.annotations.NullMarked;
