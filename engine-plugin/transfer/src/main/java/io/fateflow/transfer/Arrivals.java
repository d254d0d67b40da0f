package io.fateflow.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Parcels of other sites on their way into the spool. */
public final class Arrivals {

    private final ExchangeSpool spool;
    private final Map<Path, HalfFile> halves = new ConcurrentHashMap<>();

    public Arrivals(ExchangeSpool spool) {
        this.spool = spool;
        spool.onClose(this::forget);
    }

    /** Whether a parcel is here, or was taken by its reader. */
    boolean isHere(Parcel parcel) {
        return ExchangeSpool.isKnown(target(parcel));
    }

    /**
     * Takes a parcel in, from where it was left.
     *
     * @throws NoSpaceException if the rest of it does not fit on the disk
     */
    Arrival open(Parcel parcel) throws IOException {
        String session = parcel.address().session();
        spool.files().prepare(session);
        Arrival arrival = new Arrival(parcel, half(parcel), target(parcel), intact -> finish(parcel, intact));
        if (spool.isClosed(session)) {
            // it was closed between the look and now: nothing of it comes back
            forget(session);
            spool.files().remove(session);
        }
        return arrival;
    }

    private HalfFile half(Parcel parcel) throws IOException {
        try {
            return halves.computeIfAbsent(halfFile(parcel), key -> {
                try {
                    return new HalfFile(parcel, key, spool.space());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** All bytes are there, and checked: hands them to whoever waits. */
    private Progress finish(Parcel parcel, boolean intact) throws IOException {
        halves.remove(halfFile(parcel));
        String session = parcel.address().session();
        if (spool.isClosed(session)) {
            spool.files().remove(session);
            return Progress.end(Progress.State.UNWANTED, "");
        }
        if (!intact) {
            return Progress.end(
                    Progress.State.LATER,
                    "FFB-6607 the data has another checksum than its description; all of it again");
        }
        spool.arrived(target(parcel));
        return Progress.complete(parcel.size());
    }

    /** A sender that has other data under the same name begins anew. */
    private Path halfFile(Parcel parcel) {
        return SpoolDirectory.with(target(parcel), "-" + parcel.sha256() + SpoolDirectory.HALF);
    }

    private Path target(Parcel parcel) {
        return spool.files().file(parcel.address());
    }

    private void forget(String session) {
        Path directory = spool.files().of(session);
        halves.entrySet().removeIf(half -> {
            boolean over = half.getKey().startsWith(directory);
            if (over) {
                half.getValue().abandon();
            }
            return over;
        });
    }

    /** How many bytes are here of a parcel that is not complete; for tests. */
    long halfReceived(Parcel parcel) throws IOException {
        Path file = halfFile(parcel);
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
