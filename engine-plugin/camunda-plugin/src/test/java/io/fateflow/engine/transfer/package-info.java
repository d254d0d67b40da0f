/** Who may send and receive, by the rows that the engine writes. */
@NullMarked
package io.fateflow.engine.transfer;

import org.jspecify.annotations.NullMarked;
