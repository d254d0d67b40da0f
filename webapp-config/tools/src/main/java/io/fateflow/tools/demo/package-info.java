/** {@code demo}: a server with data and a running job, seen only through its HTTP API, as a user's program sees it. */
@NullMarked
package io.fateflow.tools.demo;

import org.jspecify.annotations.NullMarked;
