package io.fateflow.engine.node;

import java.util.Optional;

/** What a node tells the others: a reason to look, never the truth itself, which is in the database. */
public sealed interface NodeSignal {

    /** There may be executor tasks to fetch. */
    record Tasks() implements NodeSignal {}

    /** Some executor may not be wanted any more. */
    record Revoked() implements NodeSignal {}

    /** An attempt has ended at all parties of this site. */
    record AttemptEnded(String taskId, int version) implements NodeSignal {}

    /**
     * Data for an executor has arrived.
     *
     * @param file as the spool names it
     */
    record DataArrived(String file) implements NodeSignal {}

    /** Something was committed: whoever shows jobs looks again. */
    record Committed() implements NodeSignal {}

    /** One line of text, without a line end. */
    default String text() {
        if (this instanceof AttemptEnded ended) {
            return "ended " + ended.version() + " " + ended.taskId();
        }
        if (this instanceof DataArrived arrived) {
            return "data " + arrived.file();
        }
        if (this instanceof Committed) {
            return "committed";
        }
        return this instanceof Tasks ? "tasks" : "revoked";
    }

    /** Empty for what another version of this program may say. */
    static Optional<NodeSignal> parse(String text) {
        String[] parts = text.split(" ", 3);
        try {
            return switch (parts[0]) {
                case "tasks" -> Optional.of(new Tasks());
                case "committed" -> Optional.of(new Committed());
                case "revoked" -> Optional.of(new Revoked());
                case "ended" -> Optional.of(new AttemptEnded(parts[2], Integer.parseInt(parts[1])));
                case "data" -> Optional.of(new DataArrived(parts[1]));
                default -> Optional.empty();
            };
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
