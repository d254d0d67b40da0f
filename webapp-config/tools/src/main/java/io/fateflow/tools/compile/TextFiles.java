package io.fateflow.tools.compile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import io.fateflow.dsl.json.JsonReader;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads and writes files; what goes wrong becomes a finding. */
final class TextFiles {

    private static final int MOST_BYTES = 4 * JsonReader.MAX_CHARACTERS;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Findings findings;

    TextFiles(Findings findings) {
        this.findings = findings;
    }

    /** The file's text without byte order mark; empty if it can't be read. */
    Optional<String> read(Path file, Document document) {
        Place place = Place.of(document);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                findings.add(ProblemKind.DOCUMENT_TOO_LARGE, place, "over " + MOST_BYTES, JsonReader.MAX_CHARACTERS);
                return Optional.empty();
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            findings.add(ProblemKind.NOT_UTF8, place, file);
        } catch (IOException e) {
            findings.add(ProblemKind.FILE_UNREADABLE, place, file, cause(e));
        }
        return Optional.empty();
    }

    /** Writes the file, with the directories above it. */
    void write(Path file, String text) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            findings.add(ProblemKind.OUTPUT_UNWRITABLE, Place.of(Document.OUTPUT), file, cause(e));
        }
    }

    static String cause(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "access denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
