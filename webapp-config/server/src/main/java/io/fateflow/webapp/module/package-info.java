/** Which modules a DSL may name here. Uses the translator's catalogue and the installed components, and nothing of the server. */
@NullMarked
package io.fateflow.webapp.module;

import org.jspecify.annotations.NullMarked;
