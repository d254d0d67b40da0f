/** FATE Flow's wire rules: envelope, errors, body parsing. Knows no endpoint. */
@NullMarked
package io.fateflow.webapp.api;

import org.jspecify.annotations.NullMarked;
