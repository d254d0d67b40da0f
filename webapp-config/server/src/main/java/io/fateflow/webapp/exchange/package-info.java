/** Where executors of this site send and receive, with their task tokens. */
@NullMarked
package io.fateflow.webapp.exchange;

import org.jspecify.annotations.NullMarked;
