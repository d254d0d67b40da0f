package io.fateflow.worker.component;

import java.util.Set;

import io.fateflow.worker.exchange.Party;

/** One of FATE's modules, run at one party. Found by {@link java.util.ServiceLoader}; has a public no-argument constructor. */
public interface Component {

    /** FATE's name of the module, such as {@code Reader}; compared without regard to case. */
    String module();

    /** The roles at which a component of this module runs. Not asked for FATE's own modules, whose roles FATE says. */
    default Set<String> roles() {
        return Set.of("guest", "host");
    }

    /**
     * Looks at what a user asks for, before anything runs: a server does so when a job is submitted. Needs no data, and
     * changes nothing. What it leaves open shows when the component runs.
     *
     * @param self the party that is to run it
     * @param parties all of the job's
     * @throws ParameterException naming the parameter that is wrong, unknown, or not supported here
     */
    default void check(Parameters parameters, Party self, Parties parties) {}

    /**
     * Does the component's work; returns when it is done and all it sent was taken.
     *
     * @throws PassException if there is nothing to do here
     * @throws Exception if it failed; the message is shown to the user
     */
    void run(ComponentContext context) throws Exception;
}
