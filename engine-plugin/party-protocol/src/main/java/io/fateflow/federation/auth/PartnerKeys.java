package io.fateflow.federation.auth;

import java.security.PublicKey;
import java.util.Optional;

/** With which key a partner signs. */
@FunctionalInterface
public interface PartnerKeys {

    /** Nobody's key is known. */
    PartnerKeys NONE = partyId -> Optional.empty();

    Optional<PublicKey> of(long partyId);
}
