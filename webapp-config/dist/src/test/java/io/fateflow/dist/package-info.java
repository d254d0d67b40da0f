/** What must be true of all modules together. */
@NullMarked
package io.fateflow.dist;

import org.jspecify.annotations.NullMarked;
