package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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

    @Option(names = "--out", paramLabel = "FILE", description = "write the figures here, as JSON, too")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException {
        Figures.show(new CryptoBench(ROUND.toNanos()).run(), System.out, file);
        return 0;
    }
}
