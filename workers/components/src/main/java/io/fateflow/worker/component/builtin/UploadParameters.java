package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.table.TableName;

/**
 * What Upload is told.
 *
 * @param file as the user names it; after {@link #from} a readable file that is not empty
 * @param refuseBadRows whether rows that are surely wrong stop the upload
 * @param meta as given by the user, laid over FATE's defaults; empty without {@code with_meta}
 */
record UploadParameters(
        Path file,
        TableName table,
        boolean head,
        String delimiter,
        int partitions,
        boolean extendSid,
        boolean autoIncreasingSid,
        boolean refuseBadRows,
        ObjectNode meta) {

    private static final int MAX_PARTITIONS = 1023;

    /** Reads all, and finds the file. */
    static UploadParameters from(Parameters parameters, Path home, AllowedFolders folders) throws IOException {
        UploadParameters given = read(parameters);
        return given.withFile(readable(parameters, home, given.file(), folders));
    }

    /** Reads all; whether there is such a file is not looked at. */
    static UploadParameters read(Parameters parameters) {
        // a table is replaced as a whole when the new one is complete, so "destroy" has nothing left to do
        parameters.ignore("destroy").ignore("storage_engine").ignore("storage_address");
        parameters.ignore("block_size").ignore("schema");
        boolean extendSid = parameters.flag("extend_sid", false);
        boolean autoIncreasing = parameters.flag("auto_increasing_sid", false);
        boolean head = parameters.integer("head", 1, 0, 1) == 1;
        boolean refuse =
                parameters.choice("bad_rows", "refuse", "refuse", "warn").equals("refuse");
        int partitions = parameters.integer("partition", 10, 1, MAX_PARTITIONS);
        ObjectNode given = parameters.object("meta");
        boolean withMeta = parameters.flag("with_meta", false);
        ObjectNode meta = withMeta ? UploadMeta.overlay(given, extendSid) : given.objectNode();
        String delimiter = parameters.text("id_delimiter", ",");
        TableName table = StoredName.read(parameters);
        String file = parameters.text("file", "");
        parameters.refuseOthers();
        return new UploadParameters(
                path(parameters, file),
                table,
                head,
                delimiter(parameters, withMeta ? meta.path("delimiter").asText(delimiter) : delimiter),
                partitions,
                extendSid,
                autoIncreasing,
                refuse,
                meta);
    }

    private UploadParameters withFile(Path found) {
        return new UploadParameters(
                found, table, head, delimiter, partitions, extendSid, autoIncreasingSid, refuseBadRows, meta);
    }

    /** Rows of sparse and tag data differ; without a header and without meta nobody says that it is not such data. */
    boolean rowsAreEquallyWide() {
        return meta.isEmpty() ? head : meta.path("input_format").asText().equals("dense");
    }

    private static String delimiter(Parameters parameters, String delimiter) {
        if (delimiter.isEmpty() || delimiter.contains("\n") || delimiter.contains("\r")) {
            throw parameters.wrong("id_delimiter", "must be one character or more, and no line break");
        }
        return delimiter;
    }

    private static Path path(Parameters parameters, String file) {
        if (file.isEmpty()) {
            throw parameters.wrong("file", "is missing");
        }
        try {
            return Path.of(file);
        } catch (InvalidPathException e) {
            throw parameters.wrong("file", "is no path: " + e.getReason());
        }
    }

    private static Path readable(Parameters parameters, Path home, Path file, AllowedFolders folders)
            throws IOException {
        Path path = home.resolve(file);
        Optional<String> refusal = folders.refusal(path);
        if (refusal.isPresent()) {
            throw parameters.wrong("file", "can't be read: " + refusal.get());
        }
        if (Files.size(path) == 0) {
            throw parameters.wrong("file", file + " is empty");
        }
        return path;
    }
}
