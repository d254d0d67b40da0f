package io.fateflow.webapp.model.archive;

/**
 * One value of a message.
 *
 * @param number in the binary form
 * @param name in the JSON form
 * @param keyType of a map; empty if it is none
 * @param type a scalar's, or a message's name
 */
record MessageField(int number, String name, String keyType, String type, boolean list) {

    static MessageField of(int number, String name, String type) {
        int map = type.indexOf('>');
        boolean list = type.endsWith("*");
        return new MessageField(
                number,
                name,
                map < 0 ? "" : type.substring(0, map),
                list ? type.substring(0, type.length() - 1) : type.substring(map + 1),
                list);
    }

    boolean isMap() {
        return !keyType.isEmpty();
    }

    /** In lists such values stand close together, behind one number. */
    boolean isNumeric() {
        return switch (type) {
            case "double", "int32", "int64", "bool" -> true;
            default -> false;
        };
    }
}
