/** DSL and conf of version 1 as version 2. May use {@code problem}. */
@NullMarked
package io.fateflow.dsl.legacy;

import org.jspecify.annotations.NullMarked;
