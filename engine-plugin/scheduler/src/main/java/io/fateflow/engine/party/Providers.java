package io.fateflow.engine.party;

import java.util.List;

import io.fateflow.dsl.Party;

/**
 * Who runs a component: {@link #BUILT_IN built-in} ones, or a FATE installation's Python. The two speak different messages,
 * so that all parties of a component have to be of one kind.
 */
public interface Providers {

    /** The components of this program, or what an operator has set in their place. */
    String BUILT_IN = "";

    /**
     * Who is to run a component of a job that is submitted here.
     *
     * @param named by DSL or conf, such as {@code fate} or {@code fate@1.11.4}; empty if they name nobody
     * @param parties of the job, since some may only understand FATE's Python
     * @return {@link #BUILT_IN}, or a name with a version, which need not be here
     */
    String ofSubmitted(String module, String named, List<Party> parties);

    /**
     * Who runs a component at this site. Where nobody is named, or no version, its initiator has it run by built-in ones,
     * as far as there are; but for parties of the job that only understand FATE's Python.
     */
    String here(String module, String named, List<Party> parties);

    /** A site that has built-in components only. */
    static Providers builtInOnly() {
        return new Providers() {
            @Override
            public String ofSubmitted(String module, String named, List<Party> parties) {
                return BUILT_IN;
            }

            @Override
            public String here(String module, String named, List<Party> parties) {
                return BUILT_IN;
            }
        };
    }
}
