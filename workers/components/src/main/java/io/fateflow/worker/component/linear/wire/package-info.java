/** What parties of a linear model send to each other, under FATE's names and tags. */
@NullMarked
package io.fateflow.worker.component.linear.wire;

import org.jspecify.annotations.NullMarked;
