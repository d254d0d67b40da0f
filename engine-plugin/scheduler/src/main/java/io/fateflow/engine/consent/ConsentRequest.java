package io.fateflow.engine.consent;

import io.fateflow.dsl.Party;

/**
 * What somebody wants of this site: that a job reads a table at one of its parties.
 *
 * @param own the party here
 * @param purpose in the submitter's words; empty if there are none
 */
public record ConsentRequest(String jobId, Party initiator, Party own, TableRead table, String purpose) {}
