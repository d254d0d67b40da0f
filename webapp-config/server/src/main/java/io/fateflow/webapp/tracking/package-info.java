/** FATE Flow's endpoints on what components made: metrics, outputs, models, summaries. */
@NullMarked
package io.fateflow.webapp.tracking;

import org.jspecify.annotations.NullMarked;
