/** A server of FATE Flow BPM for Java programs: begin with {@link io.fateflow.client.FateFlowClient}. */
@NullMarked
package io.fateflow.client;

import org.jspecify.annotations.NullMarked;
