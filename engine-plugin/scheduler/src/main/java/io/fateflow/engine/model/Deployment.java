package io.fateflow.engine.model;

import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;

/** What became of a wish to deploy a model. */
public sealed interface Deployment {

    /** This site has no such model. */
    record Unknown() implements Deployment {}

    /**
     * It can be used to predict.
     *
     * @param version the new version, under the same model id
     */
    record Done(String version, List<Party> parties) implements Deployment {}

    /**
     * It was deployed here, but not at every party on another site; nobody can predict with it.
     *
     * @param deployed who has deployed it
     * @param refused who has not, each with its words
     */
    record Partly(String version, List<Party> deployed, Map<Party, String> refused) implements Deployment {}

    /**
     * No party deployed it.
     *
     * @param version the version it would have got
     */
    record Refused(String version, List<Party> parties, String why) implements Deployment {}
}
