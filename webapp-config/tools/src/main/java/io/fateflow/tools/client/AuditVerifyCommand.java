package io.fateflow.tools.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.fateflow.engine.audit.chain.ChainDamage;
import io.fateflow.engine.audit.chain.ChainFile;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.ChainLines.BadLineException;
import io.fateflow.engine.audit.chain.ChainPoint;
import io.fateflow.federation.auth.PemKeys;
import io.fateflow.webapp.Subcommand;

/** {@code audit verify}: whether an exported audit log is whole. Calls nobody. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says whether an exported audit log is whole, and where it is not. Needs no server.",
            "",
            "The site's public key is its key as PEM, as key/query gives it to partners. Without it the chain is looked at,"
                    + " but whoever could rewrite all of it would not be noticed."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it is whole, and signed by the site",
            "1:it is damaged",
            "2:options are wrong, or a file is none of these",
            "5:it is whole, but no key was given that its signature could be held against"
        })
final class AuditVerifyCommand implements Subcommand {

    private static final int NOT_SIGNED = 5;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "what audit export has saved")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--key",
            paramLabel = "PEM",
            description = "a file with the site's public key; several, if it had others before")
    private List<Path> keys = new ArrayList<>();

    @Option(names = "--head", paramLabel = "KEPT", description = "a head that was kept earlier: it must be in the file")
    private @Nullable Path kept;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() {
        Output out = new Output(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
        try {
            return told(report(), out);
        } catch (ReaderGoneException e) {
            return ExitCodes.READER_GONE;
        } catch (BadFileException | IllegalArgumentException | UncheckedIOException e) {
            out.remark(String.valueOf(e.getMessage()));
            return ExitCodes.USAGE;
        }
    }

    private ChainFile.Report report() throws BadFileException {
        List<PublicKey> known = keys.stream().map(PemKeys::publicKey).toList();
        ChainFile verifier = new ChainFile(ChainKeys.verifying(known), kept());
        // bytes that are no text become other texts, and so a damage with its place
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            return verifier.verify(in);
        } catch (BadLineException e) {
            throw new BadFileException(file, " is no exported audit log: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new BadFileException(file, Files.exists(file) ? " can't be read" : " is not there", e);
        }
    }

    private Optional<ChainPoint> kept() throws BadFileException {
        if (kept == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ChainFile.head(Files.readString(kept)));
        } catch (BadLineException e) {
            throw new BadFileException(kept, " is no head of an audit log: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new BadFileException(kept, Files.exists(kept) ? " can't be read" : " is not there", e);
        }
    }

    private int told(ChainFile.Report report, Output out) {
        if (out.json()) {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("rows", report.rows());
            told.put("whole", report.damages().isEmpty());
            told.put("signed", report.isSigned());
            told.put("damages", report.damages());
            out.document(told);
        } else {
            report.damages().stream().map(ChainDamage::what).forEach(out::line);
            out.line(summary(report));
        }
        if (!report.damages().isEmpty()) {
            return ExitCodes.JOB_FAILED;
        }
        return report.isSigned() ? ExitCodes.SUCCESS : NOT_SIGNED;
    }

    private static String summary(ChainFile.Report report) {
        ChainPoint head = report.head();
        if (!report.damages().isEmpty() || head == null) {
            int places = report.damages().size();
            return "Damaged: %d %s in %d audit rows."
                    .formatted(places, places == 1 ? "place" : "places", report.rows());
        }
        String what = "Whole: %d audit rows up to number %d of party %s"
                .formatted(report.rows(), head.number(), head.partyId());
        return report.isSigned()
                ? what + ", signed by the site."
                : what + ". Nobody's signature was looked at: give the site's public key with --key.";
    }
}
