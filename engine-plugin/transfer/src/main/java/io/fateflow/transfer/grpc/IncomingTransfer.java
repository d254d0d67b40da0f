package io.fateflow.transfer.grpc;

import java.io.IOException;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.transfer.BadChunkException;
import io.fateflow.transfer.Chunks.Chunk;
import io.fateflow.transfer.OfferHandler;
import io.fateflow.transfer.ReceivingConnection;
import io.fateflow.transfer.SupersededException;
import io.fateflow.transfer.TransferProgress;
import io.fateflow.transfer.grpc.proto.Frame;
import io.fateflow.transfer.grpc.proto.Offer;
import io.fateflow.transfer.grpc.proto.Part;
import io.fateflow.transfer.grpc.proto.Standing;

/**
 * The receiving end of one stream. For each frame that is on the disk one more is asked for, so the memory that a stream takes is
 * that of the flow window and of {@link #FRAMES_AHEAD}.
 */
final class IncomingTransfer implements StreamObserver<Frame> {

    private static final Logger LOG = LoggerFactory.getLogger(IncomingTransfer.class);

    /**
     * Frames of an admitted transfer that are asked for beyond the one in hand, so that the next lies ready when this one is on the
     * disk. With none, every frame waited for two threads to be woken: on a busy machine that was half of a transfer's time.
     */
    private static final int FRAMES_AHEAD = 3;

    private final OfferHandler offers;
    private final ServerCallStreamObserver<Standing> sender;
    private final CallerEvidence evidence;
    private @Nullable ReceivingConnection arrival;
    private boolean ended;

    IncomingTransfer(OfferHandler offers, ServerCallStreamObserver<Standing> sender, CallerEvidence evidence) {
        this.offers = offers;
        this.sender = sender;
        this.evidence = evidence;
    }

    @Override
    public void onNext(Frame frame) {
        if (ended) {
            return;
        }
        try {
            switch (frame.getContentCase()) {
                case OFFER -> offered(frame.getOffer());
                case PART -> arrived(frame.getPart());
                case CONTENT_NOT_SET -> fail("FFB-6607 a frame without content");
            }
        } catch (WireFormatException e) {
            fail("FFB-6606 the transfer's description can't be read: " + e.getMessage());
        } catch (BadChunkException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (SupersededException e) {
            end(Status.ABORTED.withDescription(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            LOG.warn("a transfer of {} could not be taken on", evidence.remoteAddress(), e);
            end(Status.INTERNAL.withDescription("FFB-6608 the site's log has the reason"));
        }
    }

    private void offered(Offer offer) {
        if (arrival != null) {
            fail("FFB-6606 a stream brings one transfer");
            return;
        }
        OfferHandler.Outcome admission = offers.admit(
                CallHeaders.of(offer.getHeadersMap()), offer.getTransfer().toByteArray(), evidence);
        if (admission instanceof OfferHandler.Outcome.Open open) {
            arrival = open.arrival();
            sender.request(FRAMES_AHEAD);
            sender.onNext(ProgressMessages.of(open.progress()));
        } else if (admission instanceof OfferHandler.Outcome.Ended over) {
            finish(over.progress());
        }
    }

    private void arrived(Part part) throws IOException {
        ReceivingConnection open = arrival;
        if (open == null) {
            fail("FFB-6606 data before its description");
            return;
        }
        ByteString data = part.getData();
        TransferProgress progress =
                open.append(new Chunk(part.getOffset(), data.asReadOnlyByteBuffer(), part.getCrc32C()));
        if (progress.state() == TransferProgress.State.GO) {
            sender.onNext(ProgressMessages.of(progress));
        } else {
            finish(progress);
        }
    }

    private void finish(TransferProgress progress) {
        close();
        sender.onNext(ProgressMessages.of(progress));
        sender.onCompleted();
    }

    private void fail(String reason) {
        end(Status.INVALID_ARGUMENT.withDescription(reason));
    }

    private void end(Status status) {
        close();
        sender.onError(status.asRuntimeException());
    }

    @Override
    public void onError(Throwable broken) {
        close();
    }

    @Override
    public void onCompleted() {
        if (!ended) {
            fail("FFB-6607 the stream ends before its transfer does");
        }
    }

    /** What has arrived stays for the next stream. */
    void close() {
        ended = true;
        ReceivingConnection open = arrival;
        if (open != null) {
            open.close();
        }
    }
}
