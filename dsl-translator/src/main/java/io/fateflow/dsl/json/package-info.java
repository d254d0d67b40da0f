/** JSON text to a tree, within limits and with every fault at its place. May use {@code problem}. */
@NullMarked
package io.fateflow.dsl.json;

import org.jspecify.annotations.NullMarked;
