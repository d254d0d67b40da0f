/** Calls from other sites: what they are, whether the caller may, who does them. Uses wire and auth. */
@NullMarked
package io.fateflow.federation.incoming;

import org.jspecify.annotations.NullMarked;
