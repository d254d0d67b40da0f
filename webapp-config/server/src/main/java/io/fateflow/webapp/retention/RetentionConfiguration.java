package io.fateflow.webapp.retention;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.OldObjects;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.webapp.storage.log.SiteLogs;

/**
 * Who looks after what on this node. The hourly process runs on one node of several: each looks after its own files once
 * a day besides.
 */
@Configuration(proxyBeanMethods = false)
class RetentionConfiguration {

    private final FileRetentions keepers;
    private final StoreSizes sizes;

    RetentionConfiguration(
            FileRetentions keepers,
            OldJobs jobs,
            FateHome home,
            TrackingStore tracking,
            SiteTables tables,
            SiteLogs logs,
            ObjectProvider<ObjectStore> objects,
            StoreSizes sizes) {
        this.keepers = keepers;
        this.sizes = sizes;
        keepers.register(new OldRuns(home, logs, jobs));
        keepers.register(new Leftovers(home));
        keepers.register(new OldCaches(tables.caches(), tracking.caches(), jobs));
        objects.ifAvailable(store -> keepers.register(new OldObjects(store)));
    }

    @Scheduled(initialDelayString = "PT1H", fixedDelayString = "PT24H")
    void tidy() {
        keepers.tidy();
    }

    /** Walking directories and counting rows takes its time: no scrape waits for it. */
    @Scheduled(initialDelayString = "PT20S", fixedDelayString = "PT15M")
    void measure() {
        sizes.measure();
    }
}
