/** Where components leave their outputs, metrics and summaries, and the meta data of stored tables. */
@NullMarked
package io.fateflow.engine.tracking;

import org.jspecify.annotations.NullMarked;
