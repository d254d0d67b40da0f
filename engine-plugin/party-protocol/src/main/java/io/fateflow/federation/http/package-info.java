/** Calls over HTTP, FATE Flow's port 9380. The receiving half is the server's. */
@NullMarked
package io.fateflow.federation.http;

import org.jspecify.annotations.NullMarked;
