package io.fateflow.tools.demo;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;

/**
 * A running server of the demo.
 *
 * @param parties whom it serves; empty for everybody
 */
public record DemoServer(Set<Long> parties, URI address, Path home) {

    /** Below the home: what is put here may be uploaded by its name. */
    static final String UPLOADS = "incoming";

    public boolean serves(long party) {
        return parties.isEmpty() || parties.contains(party);
    }
}
