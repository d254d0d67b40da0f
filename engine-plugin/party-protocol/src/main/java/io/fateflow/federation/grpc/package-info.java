/** Calls in packets over gRPC, FATE Flow's port 9360, also through rollsite and OSX: both halves. */
@NullMarked
package io.fateflow.federation.grpc;

import org.jspecify.annotations.NullMarked;
