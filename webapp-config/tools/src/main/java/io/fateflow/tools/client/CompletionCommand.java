package io.fateflow.tools.client;

import java.io.PrintWriter;
import java.nio.file.Path;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.fateflow.tools.program.ThisProgram;
import io.fateflow.webapp.Subcommand;

/** {@code completion}: makes a shell know this program, by a name, with its commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints what makes bash or zsh know this program as fate-flow-bpm, and complete its commands and options.",
            "",
            "For this shell:      source <(java -jar fate-flow-bpm.jar completion bash)",
            "For all to come:     java -jar fate-flow-bpm.jar completion bash >> ~/.bashrc",
            "zsh takes the same, with completion zsh and ~/.zshrc."
        })
public final class CompletionCommand implements Subcommand.AboutAll {

    /** What a command needs that ends in a moment. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh")
    private Shell shell = Shell.bash;

    /** As they are written on a command line. */
    @SuppressWarnings("java:S115")
    enum Shell {
        bash,
        zsh
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        String name = spec.root().name();
        out.println("%s() { java %s -jar '%s' \"$@\"; }".formatted(name, SHORT_LIVED, jar()));
        if (shell == Shell.zsh) {
            out.println("autoload -Uz compinit && compinit");
        }
        out.println(AutoComplete.bash(name, spec.root().commandLine()));
        out.flush();
        return ExitCodes.SUCCESS;
    }

    /** A build without a jar names what it would be. */
    private static String jar() {
        Path jar = ThisProgram.jar().orElse(Path.of("fate-flow-bpm.jar").toAbsolutePath());
        return jar.toString().replace("'", "'\\''");
    }
}
