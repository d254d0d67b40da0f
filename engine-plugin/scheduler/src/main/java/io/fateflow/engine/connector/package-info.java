/** Which attempts have to do with a connector to a database outside. */
@NullMarked
package io.fateflow.engine.connector;

import org.jspecify.annotations.NullMarked;
