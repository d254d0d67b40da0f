package io.fateflow.transfer.grpc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.transfer.Chunks;
import io.fateflow.transfer.Delivery;
import io.fateflow.transfer.Transfer;
import io.fateflow.transfer.TransferProgress;
import io.fateflow.transfer.grpc.proto.Frame;
import io.fateflow.transfer.grpc.proto.Offer;
import io.fateflow.transfer.grpc.proto.Part;
import io.fateflow.transfer.grpc.proto.Standing;

/** The sending end of one stream: reads from the disk as fast as the receiver takes it, and no faster. */
final class OutgoingTransfer implements ClientResponseObserver<Frame, Standing> {

    private static final int CHUNK_BYTES = 512 * 1024;
    private static final long NOT_YET = -1;

    private final Transfer transfer;
    private final CallHeaders headers;
    private final FileChannel file;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private @Nullable ClientCallStreamObserver<Frame> stream;
    private long next = NOT_YET;
    private int chunkBytes = CHUNK_BYTES;
    private long confirmed;

    /** What the stream has said: how far it is, or that it is broken. */
    private record Event(
            @Nullable TransferProgress progress, @Nullable Status broken) {}

    OutgoingTransfer(Transfer transfer, CallHeaders headers, FileChannel file) {
        this.transfer = transfer;
        this.headers = headers;
        this.file = file;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Frame> requests) {
        stream = requests;
        requests.setOnReadyHandler(this::pump);
    }

    /** A short transfer's data goes with its description. */
    synchronized void offer() {
        ClientCallStreamObserver<Frame> to = started();
        to.onNext(Frame.newBuilder()
                .setOffer(Offer.newBuilder()
                        .putAllHeaders(headers.original())
                        .setTransfer(ByteString.copyFromUtf8(PythonJson.dumps(transfer.json()))))
                .build());
        if (transfer.size() > 0 && transfer.size() <= Chunks.SHORT) {
            send(to, 0);
            next = transfer.size();
        }
    }

    private ClientCallStreamObserver<Frame> started() {
        if (stream == null) {
            throw new IllegalStateException("the stream was not started");
        }
        return stream;
    }

    private synchronized void pump() {
        ClientCallStreamObserver<Frame> to = started();
        while (next != NOT_YET && next < transfer.size() && to.isReady()) {
            next += send(to, next);
        }
    }

    private int send(ClientCallStreamObserver<Frame> to, long offset) {
        int length = (int) Math.min(chunkBytes, transfer.size() - offset);
        try {
            Chunks.Chunk chunk = Chunks.read(file, offset, length);
            to.onNext(Frame.newBuilder()
                    .setPart(Part.newBuilder()
                            .setOffset(offset)
                            .setData(UnsafeByteOperations.unsafeWrap(chunk.data()))
                            .setCrc32C(chunk.crc32c()))
                    .build());
        } catch (IOException e) {
            // the session was closed meanwhile, or the disk fails
            to.cancel("the spooled data can't be read", e);
        }
        return length;
    }

    @Override
    public void onNext(Standing standing) {
        TransferProgress progress = ProgressMessages.progress(standing);
        if (progress.state() == TransferProgress.State.GO) {
            begin(progress);
        }
        events.add(new Event(progress, null));
    }

    private synchronized void begin(TransferProgress progress) {
        if (next == NOT_YET) {
            next = progress.received();
            chunkBytes = Math.min(CHUNK_BYTES, Math.max(1, progress.mostBytes()));
        }
        pump();
    }

    @Override
    public void onError(Throwable failure) {
        events.add(new Event(null, Status.fromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
        events.add(new Event(null, Status.UNAVAILABLE.withDescription("the other site ended the stream early")));
    }

    /**
     * Waits for the end.
     *
     * @param stall how long the receiver may say nothing
     * @throws BrokenException if the stream is broken, or nothing has moved for so long
     */
    Delivery await(Duration stall) throws BrokenException, InterruptedException {
        while (true) {
            Event event = events.poll(stall.toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                throw new BrokenException(
                        Status.DEADLINE_EXCEEDED.withDescription("nothing has moved for " + stall), confirmed);
            }
            if (event.broken() != null) {
                throw new BrokenException(event.broken(), confirmed);
            }
            TransferProgress progress = event.progress();
            if (progress != null && progress.state() != TransferProgress.State.GO) {
                return progress.delivery(transfer.receiver());
            }
            confirmed = progress == null ? confirmed : Math.max(confirmed, progress.received());
        }
    }

    synchronized void cancel() {
        started().cancel("this transfer's stream is over", null);
    }

    /** A stream that did not come to its end. */
    static final class BrokenException extends Exception {

        private final transient Status status;
        private final long confirmed;

        BrokenException(Status status, long confirmed) {
            super(status.getDescription());
            this.status = status;
            this.confirmed = confirmed;
        }

        Status status() {
            return status;
        }

        long confirmed() {
            return confirmed;
        }
    }
}
