/** FATE Flow's endpoints that say which version this is. */
@NullMarked
package io.fateflow.webapp.version;

import org.jspecify.annotations.NullMarked;
