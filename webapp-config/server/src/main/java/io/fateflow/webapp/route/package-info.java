/** Calls of FATE Flow's that this server has not, with the reason of each; and what is said under a path that nobody has. */
@NullMarked
package io.fateflow.webapp.route;

import org.jspecify.annotations.NullMarked;
