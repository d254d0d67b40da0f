/** Calls to other sites: where they go, how often they are tried, what came of them. Uses wire, directory and auth. */
@NullMarked
package io.fateflow.federation.outgoing;

import org.jspecify.annotations.NullMarked;
