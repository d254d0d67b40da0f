package io.fateflow.transfer;

import java.nio.file.Path;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.wire.CallHeaders;

/** One protocol: carries a transfer once, from where the other site has got to. */
public interface TransferSender extends AutoCloseable {

    /**
     * Carries; returns when it is there, or when nothing has moved for as long as an operator allows.
     *
     * @param headers signed over {@link Transfer#json}
     * @param data the transfer's, complete
     */
    Delivery carry(PartyRoute route, CallHeaders headers, Transfer transfer, Path data);

    @Override
    void close();
}
