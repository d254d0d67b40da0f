package io.fateflow.tools.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench crypto}: the figures that tell whether encryption is fast here. */
@Command(
        name = "crypto",
        mixinStandardHelpOptions = true,
        description = {
            "Measures encryption and intersection on this machine.",
            "",
            "Paillier's operations per second on one core stand next to the bare modular power or product that each"
                    + " needs; ids per second are those of the work of both parties, on all cores."
        })
public final class CryptoBenchCommand implements Callable<Integer> {

    private static final Duration ROUND = Duration.ofMillis(300);

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException {
        figures.show(new CryptoBench(ROUND.toNanos()).run());
        return 0;
    }
}
