package io.fateflow.transfer;

/**
 * One thing that one executor sends to another.
 *
 * @param session the attempt both run in: task id and version
 */
public record Address(String session, String name, String tag, Member from, Member to) {

    /** One party of a session. */
    public record Member(String role, String partyId) {

        /** For people. */
        @Override
        public String toString() {
            return role + " " + partyId;
        }
    }

    /** The session of an attempt's parties. */
    public static String session(String taskId, int version) {
        return taskId + " " + version;
    }
}
