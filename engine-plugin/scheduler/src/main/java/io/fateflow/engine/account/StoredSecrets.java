package io.fateflow.engine.account;

/** How secrets of authenticators stand in the database. */
public interface StoredSecrets {

    /** They stand there as they are. */
    StoredSecrets PLAIN = new StoredSecrets() {
        @Override
        public String store(String account, String secret) {
            return secret;
        }

        @Override
        public String secret(String account, String stored) {
            return stored;
        }

        @Override
        public boolean isAsStoredNow(String stored) {
            return true;
        }
    };

    /** What is stored of a secret. */
    String store(String account, String secret);

    /**
     * The secret that was stored so.
     *
     * @throws UnreadableSecretException if this server can't tell
     */
    String secret(String account, String stored);

    /** Whether it would be stored so by now; otherwise it is stored anew. */
    boolean isAsStoredNow(String stored);
}
