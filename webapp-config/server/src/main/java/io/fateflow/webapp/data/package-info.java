/** FATE Flow's endpoints that bring data in. */
@NullMarked
package io.fateflow.webapp.data;

import org.jspecify.annotations.NullMarked;
