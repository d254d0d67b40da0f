/** The component guide's example, as the guide shows it. */
@NullMarked
package io.fateflow.worker.guide;

import org.jspecify.annotations.NullMarked;
