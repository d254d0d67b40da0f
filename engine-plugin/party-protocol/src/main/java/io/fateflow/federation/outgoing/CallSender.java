package io.fateflow.federation.outgoing;

import java.io.IOException;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.PartyRoute;

/** One protocol: carries a call once and brings the answer. */
public interface CallSender {

    /**
     * What came back.
     *
     * @param answer JSON
     * @param theirTime the site's clock, if it says
     * @param protocol what the site says that it understands, as {@link io.fateflow.federation.wire.SiteProtocol}
     * @param certificateEnd until when the site's certificate is good; null without one
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
    record Carried(
            byte[] answer,
            @Nullable Instant theirTime,
            int protocol,
            @Nullable Instant certificateEnd) {}

    /**
     * Carries.
     *
     * @throws java.net.http.HttpTimeoutException if the call's time is up
     * @throws java.io.InterruptedIOException if the thread was interrupted, which it is again
     * @throws IOException if nobody answered, or not as a FATE Flow site does; the message is for operators
     */
    Carried carry(PartyRoute route, OutgoingCall call) throws IOException;
}
