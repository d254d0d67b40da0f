package io.fateflow.engine.audit.chain;

/**
 * A head that is kept where its site can't change it.
 *
 * @param partyId the partner: whose head it is, or who keeps one of this site
 * @param received when it came here, epoch milliseconds
 */
public record KeptHead(String partyId, ChainPoint head, long received) {}
