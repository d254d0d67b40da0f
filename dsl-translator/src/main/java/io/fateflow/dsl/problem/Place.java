package io.fateflow.dsl.problem;

import org.jspecify.annotations.Nullable;

/**
 * A place in a document.
 *
 * <p>Linked, not a text: most places are never shown, and keys may be long.
 */
public final class Place {

    private final Document document;
    private final @Nullable Place parent;
    private final String step;

    private Place(Document document, @Nullable Place parent, String step) {
        this.document = document;
        this.parent = parent;
        this.step = step;
    }

    /** The whole document. */
    public static Place of(Document document) {
        return new Place(document, null, "");
    }

    /** The place that a JSON pointer (RFC 6901) names. */
    public static Place of(Document document, String pointer) {
        return new Place(document, null, pointer);
    }

    /** The place of a member of the object at this place. */
    public Place at(String key) {
        return new Place(document, this, key);
    }

    /** The place of an element of the list at this place. */
    public Place at(int index) {
        return at(Integer.toString(index));
    }

    public Document document() {
        return document;
    }

    /** JSON pointer (RFC 6901); empty for the whole document. */
    public String pointer() {
        if (parent == null) {
            return step;
        }
        return parent.pointer() + "/" + step.replace("~", "~0").replace("/", "~1");
    }
}
