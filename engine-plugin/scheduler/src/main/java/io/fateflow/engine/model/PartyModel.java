package io.fateflow.engine.model;

/**
 * One party's part of a model: FATE's party model id with a version.
 *
 * @param modelId such as {@code guest-9999#host-10000#model}
 * @param version the id of the job that made it, or of its deployment
 */
public record PartyModel(String modelId, String version, String role, String partyId) {

    /** The same party's part of another version. */
    public PartyModel withVersion(String other) {
        return new PartyModel(modelId, other, role, partyId);
    }
}
