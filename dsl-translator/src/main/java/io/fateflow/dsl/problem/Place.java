package io.fateflow.dsl.problem;

/**
 * A place in a document.
 *
 * @param document the document
 * @param pointer JSON pointer (RFC 6901); empty for the whole document
 */
public record Place(Document document, String pointer) {

    public static Place of(Document document) {
        return new Place(document, "");
    }

    /** The place of a member of the object at this place. */
    public Place at(String key) {
        return new Place(document, pointer + "/" + key.replace("~", "~0").replace("/", "~1"));
    }

    /** The place of an element of the list at this place. */
    public Place at(int index) {
        return new Place(document, pointer + "/" + index);
    }
}
