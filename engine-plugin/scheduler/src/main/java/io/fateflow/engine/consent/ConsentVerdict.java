package io.fateflow.engine.consent;

/** Whether a job may begin at a party, as far as its data owner is concerned. */
public sealed interface ConsentVerdict {

    /** It may; also where nobody has to be asked. */
    record Given() implements ConsentVerdict {}

    /** Somebody has still to decide. */
    record Waiting(String reason) implements ConsentVerdict {}

    /** It may not, and will not. */
    record Refused(String reason) implements ConsentVerdict {}
}
