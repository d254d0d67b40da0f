package io.fateflow.client;

import java.time.Clock;

import io.fateflow.client.call.ServerCalls;
import io.fateflow.client.profile.Login;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;

/**
 * A server of FATE Flow BPM. It may be used by several threads; there is nothing to close.
 *
 * <pre>{@code
 * FateFlowClient server = FateFlowClient.to(ServerProfile.open(URI.create("http://127.0.0.1:9380")));
 * SubmittedJob job = server.jobs().submit(dsl, conf);
 * Job ended = server.watch().toTheEnd(job.jobId(), JobListener.SILENT);
 * }</pre>
 *
 * What goes wrong is a {@link io.fateflow.client.call.FateFlowException}: not reached, not let in, or refused.
 */
public final class FateFlowClient {

    private final ServerCalls calls;

    private FateFlowClient(ServerCalls calls) {
        this.calls = calls;
    }

    /**
     * Calls nobody yet.
     *
     * @throws ProfileException if the profile can't be used
     */
    public static FateFlowClient to(ServerProfile profile) throws ProfileException {
        // a signature's time is compared with the server's: this machine's clock is all there is
        return new FateFlowClient(ServerCalls.to(profile, Clock.systemUTC()));
    }

    public Jobs jobs() {
        return new Jobs(calls);
    }

    /** Waits for jobs to end. */
    public JobWatch watch() {
        return new JobWatch(jobs(), calls::changes);
    }

    public JobLogs logs() {
        return new JobLogs(calls);
    }

    public Tables tables() {
        return new Tables(calls);
    }

    public Models models() {
        return new Models(calls);
    }

    /**
     * The second factor of an account.
     *
     * @param login the account's, with its password: the profile's own, or another one that may be sent there
     */
    public SecondFactor secondFactor(Login login) {
        return new SecondFactor(calls, login);
    }

    public Site site() {
        return new Site(calls);
    }
}
