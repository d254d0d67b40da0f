package io.fateflow.webapp.atrest;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether what is kept for good is encrypted.
 *
 * @param keyFile has a key a line, Base64 of 32 bytes; the first one encrypts, the others are for what was encrypted with them. Null for
 *     a site that keeps all as it is
 * @param plainFiles what to do with files that are not encrypted, on a site with keys
 * @param olderFiles what to do with encrypted files that were replaced, and are back
 * @param lookOnly for commands on a site that is down: they need no key though its tables are encrypted
 */
@ConfigurationProperties("fate.at-rest")
public record AtRestProperties(
        @Nullable Path keyFile,
        @DefaultValue("READ") PlainFiles plainFiles,
        @DefaultValue("REFUSE") OlderFiles olderFiles,
        @DefaultValue("false") boolean lookOnly) {

    /** What to do with files that are not encrypted. */
    public enum PlainFiles {
        /** As sites have them that kept tables before they had a key. */
        READ,
        /** Nobody can have put one in the place of an encrypted one. */
        REFUSE
    }

    /** What to do with encrypted files that are not the newest of their place. */
    public enum OlderFiles {
        /** And they are the newest from then on: for a site whose database and files are of different backups. */
        READ,
        /** Somebody has put them back. */
        REFUSE
    }
}
