/** What holds of all components together. */
@NullMarked
package io.fateflow.worker.component;

import org.jspecify.annotations.NullMarked;
