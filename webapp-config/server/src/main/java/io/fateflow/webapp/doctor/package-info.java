/** The doctor as operators meet it: by HTTP, on the command line, and in the metrics. */
@NullMarked
package io.fateflow.webapp.doctor;

import org.jspecify.annotations.NullMarked;
