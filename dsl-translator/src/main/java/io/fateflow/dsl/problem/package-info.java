/** What can be wrong with a submitted file, where it is, and how it is shown. Uses nothing else of the translator. */
@NullMarked
package io.fateflow.dsl.problem;

import org.jspecify.annotations.NullMarked;
