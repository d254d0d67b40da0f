/** Which parties there are, how they are reached, and how that went last time. Knows no transport. */
@NullMarked
package io.fateflow.federation.directory;

import org.jspecify.annotations.NullMarked;
