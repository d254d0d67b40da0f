/** FATE Flow's endpoints that read a job's logs by line. */
@NullMarked
package io.fateflow.webapp.log;

import org.jspecify.annotations.NullMarked;
