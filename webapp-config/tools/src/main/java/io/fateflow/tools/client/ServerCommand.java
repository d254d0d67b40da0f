package io.fateflow.tools.client;

import java.io.IOException;
import java.util.Map;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.call.CallRefusedException;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.Remedies;
import io.fateflow.client.profile.ProfileException;
import io.fateflow.client.profile.ServerProfile;
import io.fateflow.webapp.Subcommand;

/** A command that calls a server: options that all of them have, and what becomes of a call that fails. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; a job that was waited for has succeeded",
            "1:a job that was waited for has not succeeded",
            "2:options, profiles or files are wrong; nothing was called",
            "3:the server can't be reached, or does not let you in",
            "4:the server says no",
            "130:Ctrl-C; a job that was watched goes on",
            "141:whoever read the results has ended"
        })
abstract class ServerCommand implements Subcommand {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ServerOptions options = new ServerOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    /** Which server is meant, and with what. */
    final ServerProfile profile() throws ProfileException {
        return options.chosen();
    }

    /** Does it; the exit code. */
    abstract int run(FateFlowClient server, Output out) throws IOException, InterruptedException, ProfileException;

    @Override
    public final Integer call() throws InterruptedException {
        Output out = new Output(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        try {
            return run(options.client(), out);
        } catch (ReaderGoneException e) {
            return ExitCodes.READER_GONE;
        } catch (ProfileException e) {
            String message = String.valueOf(e.getMessage());
            return failed(out, message, Remedies.in(message), ExitCodes.USAGE);
        } catch (CallRefusedException e) {
            return failed(out, String.valueOf(e.getMessage()), e.remedy(), ExitCodes.REFUSED);
        } catch (FateFlowException e) {
            return failed(out, String.valueOf(e.getMessage()), e.remedy(), ExitCodes.NO_SERVER);
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            return failed(out, message, Remedies.in(message), ExitCodes.USAGE);
        }
    }

    private static int failed(Output out, String message, String remedy, int code) {
        if (out.json()) {
            out.trouble(Map.of("error", Map.of("message", message, "remedy", remedy)));
        } else {
            out.remark(message);
            if (!remedy.isEmpty()) {
                out.remark("To do: " + remedy);
            }
        }
        return code;
    }
}
