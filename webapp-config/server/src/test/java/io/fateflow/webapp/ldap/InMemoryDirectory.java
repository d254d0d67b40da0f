package io.fateflow.webapp.ldap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldif.LDIFException;
import com.unboundid.util.ssl.KeyStoreKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import com.unboundid.util.ssl.TrustAllTrustManager;

/** A directory on this machine: alice submits, {@code Olga} operates, and {@code nobody} is in no group. */
public final class InMemoryDirectory implements AutoCloseable {

    public static final String PASSWORD = "of-the-directory";
    static final String BIND_DN = "cn=reader,dc=example";
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final String BIND_PASSWORD = "readers";

    private final InMemoryDirectoryServer server;
    private final Path passwordFile;

    private InMemoryDirectory(InMemoryDirectoryServer server, Path passwordFile) {
        this.server = server;
        this.passwordFile = passwordFile;
    }

    /** Without TLS. */
    public static InMemoryDirectory open(Path place) {
        // the same port after it was away
        return start(place, name -> InMemoryListenerConfig.createLDAPConfig(name, HERE, freePort(), null));
    }

    /** With {@code ldaps}; its certificate is of a key store. */
    static InMemoryDirectory tls(Path place, Path keys, char[] password) {
        return start(
                place,
                name -> InMemoryListenerConfig.createLDAPSConfig(
                        name, HERE, 0, ssl(keys, password).createSSLServerSocketFactory(), null));
    }

    /** With StartTLS. */
    static InMemoryDirectory startTls(Path place, Path keys, char[] password) {
        return start(
                place,
                name -> InMemoryListenerConfig.createLDAPConfig(
                        name, HERE, 0, ssl(keys, password).createSSLSocketFactory()));
    }

    private interface Listener {
        InMemoryListenerConfig named(String name) throws Exception;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, HERE)) {
            return free.getLocalPort();
        }
    }

    private static SSLUtil ssl(Path keys, char[] password) throws Exception {
        return new SSLUtil(new KeyStoreKeyManager(keys.toFile(), password, "PKCS12", null), new TrustAllTrustManager());
    }

    private static InMemoryDirectory start(Path place, Listener listener) {
        try {
            InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example");
            config.addAdditionalBindCredentials(BIND_DN, BIND_PASSWORD);
            config.setListenerConfigs(listener.named("ldap"));
            config.setSchema(null);
            InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
            server.add("dn: dc=example", "objectClass: domain", "dc: example");
            server.add("dn: ou=people,dc=example", "objectClass: organizationalUnit", "ou: people");
            server.add("dn: ou=groups,dc=example", "objectClass: organizationalUnit", "ou: groups");
            Path file = Files.writeString(place.resolve("bind-password"), BIND_PASSWORD + "\n");
            InMemoryDirectory made = new InMemoryDirectory(server, file);
            for (String account : new String[] {"alice", "Olga", "nobody", "admin"}) {
                made.person(account);
            }
            made.group("fate-submitters", "alice");
            made.group("fate-operators", "Olga");
            made.group("others", "nobody");
            made.group("fate-administrators", "admin");
            server.startListening();
            return made;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void person(String account) throws LDAPException, LDIFException {
        server.add(
                "dn: uid=" + account + ",ou=people,dc=example",
                "objectClass: inetOrgPerson",
                "uid: " + account,
                "cn: " + account,
                "sn: " + account,
                "userPassword: " + PASSWORD);
    }

    private void group(String name, String member) throws LDAPException, LDIFException {
        server.add(
                "dn: cn=" + name + ",ou=groups,dc=example",
                "objectClass: groupOfNames",
                "cn: " + name,
                "member: uid=" + member + ",ou=people,dc=example");
    }

    /** One more, who submits. */
    public void add(String account) {
        try {
            person(account);
            server.modify(
                    "dn: cn=fate-submitters,ou=groups,dc=example",
                    "changetype: modify",
                    "add: member",
                    "member: uid=" + account + ",ou=people,dc=example");
        } catch (LDAPException | LDIFException e) {
            throw new IllegalStateException(e);
        }
    }

    public void remove(String account) throws LDAPException {
        server.delete("uid=" + account + ",ou=people,dc=example");
    }

    /** It stays where it is, and answers nobody. */
    public void goAway() {
        server.shutDown(true);
    }

    public void comeBack() throws LDAPException {
        server.startListening();
    }

    int port() {
        return server.getListenPort();
    }

    /** The settings of a server that asks it. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("fate.access.ldap.url", "ldap://127.0.0.1:" + port());
        settings.put("fate.access.ldap.bind-dn", BIND_DN);
        settings.put("fate.access.ldap.password-file", passwordFile.toString());
        settings.put("fate.access.ldap.user-base", "ou=people,dc=example");
        settings.put("fate.access.ldap.group-base", "ou=groups,dc=example");
        settings.put("fate.access.ldap.roles[0].group", "FATE-submitters");
        settings.put("fate.access.ldap.roles[0].roles", "submitter");
        settings.put("fate.access.ldap.roles[1].group", "CN=fate-operators, OU=groups, DC=example");
        settings.put("fate.access.ldap.roles[1].roles", "operator, viewer");
        settings.put("fate.access.ldap.roles[2].group", "fate-administrators");
        settings.put("fate.access.ldap.roles[2].roles", "administrator");
        return settings;
    }

    @Override
    public void close() {
        server.shutDown(true);
    }
}
