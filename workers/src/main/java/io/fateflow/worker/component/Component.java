package io.fateflow.worker.component;

/** One of FATE's modules, run at one party. Found by {@link java.util.ServiceLoader}; has a public no-argument constructor. */
public interface Component {

    /** FATE's name of the module, such as {@code Reader}; compared without regard to case. */
    String module();

    /**
     * Does the component's work; returns when it is done and all it sent was taken.
     *
     * @throws PassException if there is nothing to do here
     * @throws Exception if it failed; the message is shown to the user
     */
    void run(ComponentContext context) throws Exception;
}
