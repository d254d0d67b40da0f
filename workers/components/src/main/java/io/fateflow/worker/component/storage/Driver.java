package io.fateflow.worker.component.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageServer;

/**
 * Opens databases with the two drivers that come with this program, and no other. Users name host, port and database; every
 * property of a driver is set here.
 */
final class Driver {

    private static final int CONNECT_SECONDS = 10;

    /** Longer than a statement may take: the server's own end of it comes first, and says why. */
    private static final int REPLY_MARGIN_SECONDS = 60;

    private Driver() {}

    static Connection open(StorageAccess access) throws SQLException {
        Connection connection =
                switch (access.server().engine()) {
                    case MYSQL -> new org.mariadb.jdbc.Driver().connect(url(access.server()), mysql(access));
                    case POSTGRESQL -> new org.postgresql.Driver().connect(url(access.server()), postgresql(access));
                };
        if (connection == null) {
            throw new SQLException("the driver does not take " + access);
        }
        return connection;
    }

    static String url(StorageServer server) {
        String scheme =
                switch (server.engine()) {
                    case MYSQL -> "mariadb";
                    case POSTGRESQL -> "postgresql";
                };
        return "jdbc:%s://%s:%d/%s".formatted(scheme, server.host(), server.port(), server.database());
    }

    static Properties postgresql(StorageAccess access) {
        Properties properties = login(access);
        properties.setProperty("ApplicationName", "fate-flow-bpm");
        properties.setProperty("sslmode", access.isEncrypted() ? "verify-full" : "disable");
        if (access.isEncrypted()) {
            // the Java platform's authorities, as for all other connections of this program
            properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        properties.setProperty("gssEncMode", "disable");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
        properties.setProperty("loginTimeout", Integer.toString(2 * CONNECT_SECONDS));
        properties.setProperty("socketTimeout", Long.toString(replySeconds(access)));
        properties.setProperty(
                "options", "-c statement_timeout=" + access.timeout().toMillis());
        return properties;
    }

    static Properties mysql(StorageAccess access) {
        Properties properties = login(access);
        properties.setProperty("sslMode", access.isEncrypted() ? "verify-full" : "disable");
        // a server may ask for a login in clear, or for a file of this machine: it gets neither
        properties.setProperty("restrictedAuth", "mysql_native_password,caching_sha2_password,client_ed25519");
        properties.setProperty("allowLocalInfile", "false");
        properties.setProperty("allowMultiQueries", "false");
        // without TLS the server's key comes from whoever is on the way: on this machine that is nobody
        boolean trustsKey = !access.isEncrypted() && access.server().isOnThisMachine();
        properties.setProperty("allowPublicKeyRetrieval", Boolean.toString(trustsKey));
        properties.setProperty("tinyInt1isBit", "false");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS * 1000));
        properties.setProperty("socketTimeout", Long.toString(replySeconds(access) * 1000));
        return properties;
    }

    private static Properties login(StorageAccess access) {
        Properties properties = new Properties();
        properties.setProperty("user", access.user());
        properties.setProperty("password", access.password());
        return properties;
    }

    private static long replySeconds(StorageAccess access) {
        return access.timeout().toSeconds() + REPLY_MARGIN_SECONDS;
    }
}
