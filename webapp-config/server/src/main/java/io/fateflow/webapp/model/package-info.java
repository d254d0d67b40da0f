/** FATE Flow's endpoints on trained and deployed models. */
@NullMarked
package io.fateflow.webapp.model;

import org.jspecify.annotations.NullMarked;
