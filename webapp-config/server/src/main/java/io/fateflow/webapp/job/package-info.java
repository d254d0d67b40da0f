/** FATE Flow's endpoints on jobs and their tasks. */
@NullMarked
package io.fateflow.webapp.job;

import org.jspecify.annotations.NullMarked;
