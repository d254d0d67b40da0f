package io.fateflow.webapp.security;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Role;

/** The keys with which FATE's clients sign, and whose they are. */
final class ClientKeys {

    /** Whose FATE Flow's one key is, where the site goes by roles. */
    static final String CLIENT = "client";

    private final Map<String, Key> keys;
    private final Set<Role> clientRoles;

    private ClientKeys(Map<String, Key> keys, Set<Role> clientRoles) {
        this.keys = Map.copyOf(keys);
        this.clientRoles = Set.copyOf(clientRoles);
    }

    /** @param user by whom a request is that is signed with it */
    record Key(String user, String secret) {

        @Override
        public String toString() {
            return "Key[user=" + user + "]";
        }
    }

    /** FATE Flow's one key, for all clients; none if it is not set. */
    static ClientKeys one(AuthenticationProperties.Client client) {
        return new ClientKeys(keyOf(client, client.httpAppKey()), Set.of());
    }

    /**
     * Those of accounts, and FATE Flow's one, which is the account {@value #CLIENT}'s.
     *
     * @throws ClientKeyException FFB-5012 if one of them is none
     */
    static ClientKeys ofAccounts(AccessProperties access, AuthenticationProperties.Client client) {
        Map<String, Key> all = client.enabled() ? new LinkedHashMap<>(keyOf(client, CLIENT)) : new LinkedHashMap<>();
        for (int i = 0; i < access.keys().size(); i++) {
            AccessProperties.AccountKey key = access.keys().get(i);
            String place = "fate.access.keys[" + i + "]";
            if (key.appKey().isBlank() || key.account().isBlank()) {
                throw new ClientKeyException(place, "it needs both app-key and account");
            }
            if (key.account().equals(CLIENT)) {
                throw new ClientKeyException(
                        place, "the account " + CLIENT + " is that of fate.authentication.client: name another one");
            }
            if (all.put(key.appKey(), new Key(key.account(), secret(key, place))) != null) {
                throw new ClientKeyException(place, "the key " + key.appKey() + " is there twice");
            }
        }
        return new ClientKeys(all, access.clientRoles());
    }

    private static Map<String, Key> keyOf(AuthenticationProperties.Client client, String user) {
        return client.httpAppKey().isBlank() || client.httpSecretKey().isBlank()
                ? Map.of()
                : Map.of(client.httpAppKey(), new Key(user, client.httpSecretKey()));
    }

    private static String secret(AccessProperties.AccountKey key, String place) {
        if (key.secret().isBlank() == (key.secretFile() == null)) {
            throw new ClientKeyException(place, "it needs one of secret and secret-file");
        }
        if (key.secretFile() == null) {
            return key.secret();
        }
        try {
            String secret = Files.readString(key.secretFile()).strip();
            if (secret.isEmpty()) {
                throw new ClientKeyException(place, "its secret-file " + key.secretFile() + " is empty");
            }
            return secret;
        } catch (IOException e) {
            throw new ClientKeyException(place, "its secret-file " + key.secretFile() + " can't be read");
        }
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    Optional<Key> find(String appKey) {
        return Optional.ofNullable(keys.get(appKey));
    }

    /** What the account of a key is. */
    Account account(String name, Logins logins) {
        return name.equals(CLIENT) ? new Account(name, clientRoles) : Account.of(name, logins.groupsOf(name));
    }
}
