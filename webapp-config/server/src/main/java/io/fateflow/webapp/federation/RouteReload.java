package io.fateflow.webapp.federation;

import java.nio.file.Path;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

import io.fateflow.federation.directory.PartyDirectory;

/** Reads {@code fate.federation.routes-file} again; calls under way end on their old route. */
@Component
@ConditionalOnProperty("fate.federation.enabled")
public final class RouteReload {

    private final PartyDirectory directory;
    private final FederationProperties federation;

    RouteReload(PartyDirectory directory, FederationProperties federation) {
        this.directory = directory;
        this.federation = federation;
    }

    /** Whether there is a file to be read again. */
    public boolean isPossible() {
        return federation.routesFile() != null;
    }

    /**
     * Reads it.
     *
     * @return how many parties have a route now
     * @throws IllegalArgumentException FFB-6501 if there is none, FFB-6502 if it can't be read; routes stay as they were
     */
    public int reload() {
        Path file = federation.routesFile();
        if (file == null) {
            throw new IllegalArgumentException(
                    "FFB-6501 routes come from the server's own settings; only fate.federation.routes-file can be read"
                            + " again");
        }
        directory.replace(RoutesFile.read(file, federation.partyId()));
        return directory.routes().byParty().size();
    }
}
