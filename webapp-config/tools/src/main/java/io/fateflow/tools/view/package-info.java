/** A job in the terminal, for the demo and for those who watch their own. */
@NullMarked
package io.fateflow.tools.view;

import org.jspecify.annotations.NullMarked;
