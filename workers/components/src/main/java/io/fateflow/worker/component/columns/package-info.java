/** What components that work column by column share. Knows parameters and data, and no component. */
@NullMarked
package io.fateflow.worker.component.columns;

import org.jspecify.annotations.NullMarked;
