package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** What is kept can't be read as it was kept; the message has an id, names the file, and says what to do. */
public final class AtRestException extends IOException {

    private static final long serialVersionUID = 1;

    private final boolean olderFile;

    private AtRestException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private AtRestException(String message, @Nullable Throwable cause, boolean olderFile) {
        super(message, cause);
        this.olderFile = olderFile;
    }

    /** Whether it is only that another file was in that place last; where files are replaced, one may be just now. */
    public boolean isOfOlderFile() {
        return olderFile;
    }

    /** The one that is behind another failure; null if there is none. */
    public static @Nullable AtRestException in(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof AtRestException)) {
            cause = cause.getCause();
        }
        return cause instanceof AtRestException found ? found : null;
    }

    static AtRestException keyFile(Path file, Exception cause) {
        String why = cause instanceof IllegalArgumentException ? cause.getMessage() : "it can't be read: " + cause;
        return new AtRestException(
                "FFB-5319 The key file %s (fate.at-rest.key-file) is none: %s. It has a key a line, as `openssl rand -base64 32`"
                                .formatted(file, why)
                        + " makes it, the one that encrypts first.",
                cause);
    }

    static AtRestException unknownKey(String what, String keyId, String keyFile, String known) {
        return new AtRestException(
                "FFB-5320 %s is encrypted with key %s, which is not among those of %s (%s): put its line back there, behind"
                                .formatted(what, keyId, keyFile, known)
                        + " the first one. Without that key it is lost.",
                null);
    }

    static AtRestException damaged(String what, String keyId, long block, Throwable cause) {
        return new AtRestException(
                "FFB-5321 %s, encrypted with key %s, was changed, cut off or exchanged past this program, or by the disk: its block %d"
                                .formatted(what, keyId, block)
                        + " is not the one that was written there. Nothing of that block is used; take the file back from a"
                        + " backup, or upload or compute it again.",
                cause);
    }

    /** That a site has encrypted files, and is told of no key. */
    public static AtRestException noKeyFile(Path marker) {
        return new AtRestException(
                "FFB-5322 This site's tables are encrypted, and there is no key file: set fate.at-rest.key-file as before. To go on"
                        + " without encryption, remove " + marker + "; what is encrypted can't be read then.",
                null);
    }

    static AtRestException noKey(String what, String keyId) {
        return new AtRestException(
                "FFB-5322 %s is encrypted with key %s, and there is no key file: set fate.at-rest.key-file to the one that has that key."
                        .formatted(what, keyId),
                null);
    }

    static AtRestException older(String what, String keyId) {
        return new AtRestException(
                "FFB-5328 %s, encrypted with key %s, is not the one that this server has written there last: somebody has put an older one"
                                .formatted(what, keyId)
                        + " back or altered its beginning, or database and files are of backups of different times. Take the newest one from a backup, or"
                        + " upload or compute it again; what is older is taken as it is with fate.at-rest.older-files=read"
                        + " (docs/operating.md, Encryption at rest).",
                null,
                true);
    }

    static AtRestException plain(String what) {
        return new AtRestException(
                "FFB-5323 %s is not encrypted, and fate.at-rest.plain-files=refuse: somebody has put it there past this program, or it is"
                                .formatted(what)
                        + " older than the site's first key. In the latter case set read until it has been encrypted"
                        + " (docs/operating.md, Encryption at rest).",
                null);
    }
}
