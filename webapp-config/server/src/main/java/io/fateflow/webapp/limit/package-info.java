/** How much one account or one partner may ask of this server. */
@NullMarked
package io.fateflow.webapp.limit;

import org.jspecify.annotations.NullMarked;
