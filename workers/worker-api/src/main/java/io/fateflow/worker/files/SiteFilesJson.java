package io.fateflow.worker.files;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The calls by which files go between a server and executors, and what is said in them, for both ends. */
public final class SiteFilesJson {

    /** {@code GET}: all that the attempt may get, as {@link Listing}. */
    public static final String FILES = "/v1/exchange/files";

    /**
     * {@code GET}: one file's content, or a range of it. {@code PUT}: content that the attempt leaves, from an offset on; the
     * answer is {@link Received}.
     */
    public static final String CONTENT = FILES + "/content";

    /** {@code GET}: how much is there of a file that the attempt leaves, as {@link Received}. */
    public static final String RECEIVED = FILES + "/received";

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private SiteFilesJson() {}

    /**
     * What an attempt may get, and where it may leave a file.
     *
     * @param target the parameter that names the file that it writes, as a JSON pointer; empty if it writes none
     */
    public record Listing(List<SiteFile> files, String target) {

        public Listing {
            files = List.copyOf(files);
        }
    }

    /**
     * How much is there of what an attempt leaves.
     *
     * @param received bytes
     * @param stored whether it is whole and in its place
     */
    public record Received(long received, boolean stored) {}

    public static ObjectNode write(Listing listing) {
        return MAPPER.valueToTree(listing);
    }

    public static ObjectNode write(Received received) {
        return MAPPER.valueToTree(received);
    }

    /** @throws IOException if it is not of that form */
    public static Listing readListing(byte[] json) throws IOException {
        return MAPPER.readValue(json, Listing.class);
    }

    /** @throws IOException if it is not of that form */
    public static Received readReceived(byte[] json) throws IOException {
        return MAPPER.readValue(json, Received.class);
    }
}
