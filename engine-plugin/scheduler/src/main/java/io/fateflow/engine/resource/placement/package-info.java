/** Which node a task runs on: policies, who waits for what, and the rows behind them. */
@NullMarked
package io.fateflow.engine.resource.placement;

import org.jspecify.annotations.NullMarked;
