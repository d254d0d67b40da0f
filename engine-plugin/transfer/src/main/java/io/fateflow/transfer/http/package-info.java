/** Transfers between sites over HTTP: the sender's half; the receiver's is a controller of the server. */
@NullMarked
package io.fateflow.transfer.http;

import org.jspecify.annotations.NullMarked;
