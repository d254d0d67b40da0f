/** Transfers between sites over gRPC: both halves. May use {@code transfer} and the party protocol. */
@NullMarked
package io.fateflow.transfer.grpc;

import org.jspecify.annotations.NullMarked;
