package io.fateflow.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.auth.CallSigner;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;

/** Makes one try to deliver a parcel, and keeps the files in step with what came of it. */
final class Courier {

    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    private final ExchangeSpool spool;
    private final PartyDirectory directory;
    private final Map<Protocol, ParcelCarrier> carriers;
    private final CallSigner signer;
    private final String fateVersion;

    Courier(
            ExchangeSpool spool,
            PartyDirectory directory,
            Map<Protocol, ParcelCarrier> carriers,
            SiteSigner signer,
            String fateVersion) {
        this.spool = spool;
        this.directory = directory;
        this.carriers = Map.copyOf(carriers);
        this.signer = new CallSigner(signer, directory.clock());
        this.fateVersion = fateVersion;
    }

    Delivery deliver(Parcel parcel) {
        Path file = spool.files().file(parcel.address());
        if (!Files.exists(SpoolDirectory.with(file, SpoolDirectory.LETTER))) {
            return new Delivery.Unwanted();
        }
        Optional<PartyRoute> route = directory.routes().to(parcel.receiver());
        if (route.isEmpty()) {
            return new Delivery.Refused("FFB-6001 this site has no route to party %d; add it to fate.federation.routes"
                    .formatted(parcel.receiver()));
        }
        ParcelCarrier carrier = carriers.get(route.get().protocol());
        if (carrier == null) {
            return new Delivery.Refused(
                    "this server does not speak " + route.get().protocol());
        }
        Delivery delivery =
                carrier.carry(route.get(), headers(parcel), parcel, SpoolDirectory.with(file, SpoolDirectory.OUTGOING));
        if (delivery instanceof Delivery.Interrupted interrupted) {
            LOG.warn("{} is interrupted: {}", parcel, interrupted.reason());
            directory.silent(parcel.receiver(), interrupted.reason());
        }
        return delivery;
    }

    private CallHeaders headers(Parcel parcel) {
        CallHeaders unsigned = new CallHeaders(
                fateVersion,
                parcel.from().partyId(),
                parcel.to().partyId(),
                parcel.from().role(),
                "");
        return signer.sign(
                Parcel.PATH,
                unsigned,
                PythonJson.dumps(parcel.json()),
                directory.checksCallSignatures(parcel.receiver()));
    }

    /** It is there, or nobody wants it: remembered, and its data removed. */
    void done(Parcel parcel) {
        Path file = spool.files().file(parcel.address());
        try {
            Path letter = SpoolDirectory.with(file, SpoolDirectory.LETTER);
            if (Files.exists(letter)) {
                Files.move(letter, SpoolDirectory.with(file, SpoolDirectory.SENT), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.deleteIfExists(SpoolDirectory.with(file, SpoolDirectory.OUTGOING));
        } catch (IOException e) {
            // the session was closed meanwhile; else it goes out once more after the next start, which changes nothing
            LOG.debug("{} could not be removed", parcel, e);
        }
    }

    /** It will never be there: everybody in its session on this site is told. */
    void lost(Parcel parcel, String reason) {
        LOG.error("{} can't be delivered: {}", parcel, reason);
        try {
            spool.fail(
                    parcel.address().session(),
                    "FFB-6601 %s (tag %s) of %s can't be delivered to %s: %s"
                            .formatted(parcel.name(), parcel.tag(), parcel.from(), parcel.to(), reason));
        } catch (IOException e) {
            LOG.error("the loss of {} could not be written down", parcel, e);
        } finally {
            done(parcel);
        }
    }
}
