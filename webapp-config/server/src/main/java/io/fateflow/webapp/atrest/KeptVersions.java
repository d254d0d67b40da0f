package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.util.Optional;

/**
 * Which encrypted files there may be in a place, kept where who can write to the store can't. Each file has a version that was drawn for it; that
 * the file fits its version, its encryption says. Safe for many threads and servers.
 */
public interface KeptVersions {

    /** Of a site that keeps none: whatever is there may be. */
    KeptVersions NONE = new KeptVersions() {
        @Override
        public boolean mayBe(String place, String version) {
            return true;
        }

        @Override
        public void expect(String place, String version, There there) {
            // nobody asks for it
        }

        @Override
        public void accept(String place, String version, boolean anyway) {
            // it may be there already
        }

        @Override
        public boolean replace(String place, String version, Replacement work) throws IOException {
            return work.run();
        }

        @Override
        public void forget(String place, String version) {
            // there is none
        }

        @Override
        public void forgetAll(String place) {
            // there are none
        }
    };

    /** Puts a file into its place. */
    @FunctionalInterface
    interface Replacement {

        /** Returns whether it is there now, in the place of what was. */
        boolean run() throws IOException;
    }

    /** Looks which encrypted file has a place now. */
    @FunctionalInterface
    interface There {

        /** Its version; empty if there is no file, or a plain one. */
        Optional<String> look() throws IOException;
    }

    /** Whether a file may be there: it is the newest, or about to be, or it is not known which is. */
    boolean mayBe(String place, String version);

    /**
     * A file is about to take its place. Stays true whatever becomes of what is done next.
     *
     * @param there asked only if it is not known which file may be there
     */
    void expect(String place, String version, There there) throws IOException;

    /**
     * Takes a file that is there for the newest, if it is not known which is.
     *
     * @param anyway if it is known, too
     */
    void accept(String place, String version, boolean anyway);

    /** Has a file that was expected take its place, one at a time, in the caller's transaction if there is one; those before it are older then. */
    boolean replace(String place, String version, Replacement work) throws IOException;

    /** A file that was expected never comes. */
    void forget(String place, String version);

    /** Nothing is in that place any more, in the caller's transaction if there is one. */
    void forgetAll(String place);
}
