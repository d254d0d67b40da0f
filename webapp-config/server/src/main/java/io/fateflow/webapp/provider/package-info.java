/** FATE Flow's endpoints on modules: which there are, who runs them, whether parameters fit. */
@NullMarked
package io.fateflow.webapp.provider;

import org.jspecify.annotations.NullMarked;
