package io.fateflow.transfer;

import java.nio.file.Path;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.wire.CallHeaders;

/** One protocol: carries a parcel once, from where the other site has got to. */
public interface ParcelCarrier extends AutoCloseable {

    /**
     * Carries; returns when it is there, or when nothing has moved for as long as an operator allows.
     *
     * @param headers signed over {@link Parcel#json}
     * @param data the parcel's, complete
     */
    Delivery carry(PartyRoute route, CallHeaders headers, Parcel parcel, Path data);

    @Override
    void close();
}
