package io.fateflow.webapp.exchange.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.fateflow.webapp.ServerTest;
import io.fateflow.worker.exchange.SiteServers;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.site.FileCache;
import io.fateflow.worker.site.ServerFiles;
import io.fateflow.worker.table.TableStore;

@ServerTest
class ServerFilesTest extends SiteFilesContract {

    private static final long CACHE = 1 << 20;

    @Override
    Given given(AttemptOfTest attempt) {
        Path own = machine.resolve("own");
        String server = caller.request("").build().uri().toString();
        TableStore store = new TableStore(own);
        return new Given(
                attempt,
                new ServerFiles(
                        new SiteServers(List.of(server), attempt.token(), Backoff.standard(), Duration.ofSeconds(10)),
                        new FileCache(machine.resolve("cache"), CACHE),
                        store,
                        ServerFiles.Folders.of(own)),
                store);
    }
}
