/** FATE's LocalBaseline: what one party would learn with its own columns alone. */
@NullMarked
package io.fateflow.worker.component.baseline;

import org.jspecify.annotations.NullMarked;
