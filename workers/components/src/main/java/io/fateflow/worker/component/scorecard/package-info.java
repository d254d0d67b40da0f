/** FATE's Scorecard: credit scores of predictions. */
@NullMarked
package io.fateflow.worker.component.scorecard;

import org.jspecify.annotations.NullMarked;
