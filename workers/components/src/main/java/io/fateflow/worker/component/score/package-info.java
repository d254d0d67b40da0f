/** How good predictions are: single numbers that training and evaluation both need. Knows no component. */
@NullMarked
package io.fateflow.worker.component.score;

import org.jspecify.annotations.NullMarked;
