package io.fateflow.federation.incoming;

import io.fateflow.federation.auth.CallHead;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;

/** What becomes of a call before its body is read. */
public sealed interface Entry {

    /** It is answered; nobody needs its body. */
    record Over(Answer answer) implements Entry {}

    /**
     * Its body may come.
     *
     * @param limit what the body may bring
     * @param proved whether it is known already who calls
     */
    record Open(CallHead head, BodyLimit limit, boolean proved) implements Entry {}
}
