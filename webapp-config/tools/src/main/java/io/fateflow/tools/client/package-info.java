/** Commands that are clients of a server, each a call or two of the Java client. No Spring: they start in a moment. */
@NullMarked
package io.fateflow.tools.client;

import org.jspecify.annotations.NullMarked;
