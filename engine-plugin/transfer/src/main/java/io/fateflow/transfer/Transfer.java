package io.fateflow.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.transfer.Address.Member;

/**
 * Data on its way to another site.
 *
 * @param taskId {@code <job id>_<component>}
 * @param version attempt, from 0
 * @param size bytes
 * @param sha256 of them, lower-case hex: whoever has proved that this description is the sender's has proved the data
 */
public record Transfer(
        String jobId,
        String taskId,
        int version,
        Member from,
        Member to,
        String name,
        String tag,
        long size,
        String sha256) {

    /** Where a transfer is offered over HTTP; what its sender signs, whatever carries it. */
    public static final String PATH = "/v1/channel/offer";

    private static final int LONGEST_TEXT = 1_000;
    private static final int SHA256_DIGITS = 64;

    public Transfer {
        if (!taskId.startsWith(jobId + "_") || version < 0 || size < 0) {
            throw new WireFormatException("task_id, task_version or size can't be");
        }
        if (sha256.length() != SHA256_DIGITS || !sha256.chars().allMatch(digit -> Character.digit(digit, 16) >= 0)) {
            throw new WireFormatException("sha256 is not one");
        }
        if (name.length() > LONGEST_TEXT || tag.length() > LONGEST_TEXT) {
            throw new WireFormatException("name or tag is longer than %d characters".formatted(LONGEST_TEXT));
        }
    }

    public Address address() {
        return new Address(Address.session(taskId, version), name, tag, from, to);
    }

    /** The receiver's party id. @throws WireFormatException if it is no number */
    public long receiver() {
        return partyId(to);
    }

    /** The sender's party id. @throws WireFormatException if it is no number */
    public long sender() {
        return partyId(from);
    }

    private static long partyId(Member member) {
        try {
            return Long.parseLong(member.partyId());
        } catch (NumberFormatException e) {
            throw new WireFormatException("party is not a number");
        }
    }

    /** As it is signed and sent. */
    public ObjectNode json() {
        return Json.object()
                .put("job_id", jobId)
                .put("task_id", taskId)
                .put("task_version", version)
                .put("src_role", from.role())
                .put("src_party_id", from.partyId())
                .put("dest_role", to.role())
                .put("dest_party_id", to.partyId())
                .put("name", name)
                .put("tag", tag)
                .put("size", size)
                .put("sha256", sha256);
    }

    /** @throws WireFormatException if it describes no transfer */
    public static Transfer of(JsonNode json) {
        return new Transfer(
                text(json, "job_id"),
                text(json, "task_id"),
                (int) number(json, "task_version", Integer.MAX_VALUE),
                new Member(text(json, "src_role"), text(json, "src_party_id")),
                new Member(text(json, "dest_role"), text(json, "dest_party_id")),
                text(json, "name"),
                text(json, "tag"),
                number(json, "size", Long.MAX_VALUE),
                text(json, "sha256"));
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw new WireFormatException(field + " is not a text");
        }
        return value.textValue();
    }

    private static long number(JsonNode json, String field, long most) {
        JsonNode value = json.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() > most) {
            throw new WireFormatException(field + " is not a number");
        }
        return value.longValue();
    }

    /** For people: what it is and where it goes. */
    @Override
    public String toString() {
        return "%s (tag %s) of task %s version %d from %s to %s".formatted(name, tag, taskId, version, from, to);
    }
}
