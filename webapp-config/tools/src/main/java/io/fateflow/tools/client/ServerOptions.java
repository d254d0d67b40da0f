package io.fateflow.tools.client;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.Profiles;
import io.fateflow.client.profile.Profiles.Choice;
import io.fateflow.client.profile.ServerProfile;

/** Which server is meant. */
final class ServerOptions {

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "a server of the profiles file; FATE_FLOW_PROFILE of the environment, or else its default")
    private @Nullable String profile;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "a server by its address; FATE_FLOW_SERVER of the environment, or else http://127.0.0.1:9380")
    private @Nullable String server;

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            description = "user and password, or app-key and secret-key, in a file that only you may read;"
                    + " FATE_FLOW_SECRETS of the environment")
    private @Nullable Path secrets;

    /** Those of whoever runs this program. */
    static Profiles profiles() {
        return Profiles.ofUser(System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    FateFlowClient client() throws ProfileException {
        return FateFlowClient.to(chosen());
    }

    ServerProfile chosen() throws ProfileException {
        return profiles().choose(new Choice(profile, server, secrets));
    }
}
