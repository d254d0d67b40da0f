package io.fateflow.worker.files;

import java.util.Locale;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * A file of the site that an attempt may get.
 *
 * @param namespace of the table or cache; of the table that a file stands for; empty for the file that is uploaded
 * @param name as the namespace
 * @param size in bytes
 * @param sha256 of its content, lower-case hex; empty if there is no content to get
 * @param bound how a table is read whose rows are elsewhere: then there is no content
 * @param parameter that names the file, as a JSON pointer into the component's parameters; empty for what no parameter names
 */
public record SiteFile(
        Kind kind,
        String namespace,
        String name,
        long size,
        String sha256,
        @Nullable ObjectNode bound,
        String parameter) {

    /** What it is. */
    public enum Kind {
        TABLE,

        /** What a component keeps for a later run. */
        CACHE,

        /** Any file that is no table of the site. */
        FILE;

        /** In one word. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws IllegalArgumentException if there is none of that name */
        public static Kind of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }

    /** One with content. */
    public static SiteFile of(Kind kind, String namespace, String name, long size, String sha256) {
        return new SiteFile(kind, namespace, name, size, sha256, null, "");
    }

    /** The same, named by a parameter. */
    public SiteFile namedBy(String pointer) {
        return new SiteFile(kind, namespace, name, size, sha256, bound, pointer);
    }

    /** For people. */
    @Override
    public String toString() {
        String what = name.isEmpty() ? "" : " " + name + " (namespace " + namespace + ")";
        return (kind == Kind.FILE ? "the file" : kind.wire())
                + (kind == Kind.FILE && !what.isEmpty() ? " of" : "")
                + what;
    }
}
