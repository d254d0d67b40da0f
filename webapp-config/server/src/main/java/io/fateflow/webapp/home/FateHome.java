package io.fateflow.webapp.home;

import java.nio.file.Path;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The server's home directory: everything it writes is in here.
 *
 * @param home absolute once the server has started, whatever was configured
 */
@ConfigurationProperties("fate")
public record FateHome(@DefaultValue("./fate-flow-home") Path home) {

    /** One directory per job: its submitted files, its executors' run directories. */
    public Path jobs() {
        return home.resolve("jobs");
    }

    /** One directory per job: its logs, by role, party and component. */
    public Path logs() {
        return home.resolve("logs");
    }

    /** Received files, until the job that reads them has ended. */
    public Path uploads() {
        return home.resolve("jobs").resolve("fate_upload_tmp");
    }

    /** This site's tables. */
    public Path tables() {
        return home.resolve("tables");
    }

    /** What executors without a folder in common give back, while it arrives; on the tables' disk, as it is moved there. */
    public Path incoming() {
        return tables().resolve("incoming");
    }

    /** What has been used of an object store, also by executors of this server. */
    public Path objectCache() {
        return home.resolve("cache");
    }

    /** Held while an encrypted table is put in the place of another. */
    public Path atRestLock() {
        return home.resolve("at-rest.lock");
    }

    /** Held while logs go from here to an object store. */
    public Path logsLock() {
        return home.resolve("logs.lock");
    }

    /** What executors have sent to each other and the receiver may still ask for. */
    public Path exchange() {
        return home.resolve("exchange");
    }
}
