package io.fateflow.engine.job;

/** How many jobs an account may have that wait or run. */
@FunctionalInterface
public interface JobLimits {

    /** As many as it likes. */
    JobLimits NONE = account -> 0;

    /** Of a job that was refused for it. */
    String ID = "FFB-5031";

    /** @return 0 for as many as it likes */
    int of(String account);
}
