/** The {@code compile} command. May use everything in the translator; nobody uses it. */
@NullMarked
package io.fateflow.tools.compile;

import org.jspecify.annotations.NullMarked;
