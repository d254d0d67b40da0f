/** This site among others: routes, the receiving end of HTTP and gRPC, and what an operator sees of it. */
@NullMarked
package io.fateflow.webapp.federation;

import org.jspecify.annotations.NullMarked;
