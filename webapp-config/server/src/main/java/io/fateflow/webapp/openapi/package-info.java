/**
 * The description of all calls below {@code /v1}: which there are, springdoc reads from the controllers, and what they are
 * for, what they take and answer stands in the documents beside this package's classes.
 */
@NullMarked
package io.fateflow.webapp.openapi;

import org.jspecify.annotations.NullMarked;
