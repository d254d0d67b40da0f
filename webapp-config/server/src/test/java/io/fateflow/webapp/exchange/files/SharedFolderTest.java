package io.fateflow.webapp.exchange.files;

import io.fateflow.webapp.ServerTest;
import io.fateflow.worker.site.SharedFolder;
import io.fateflow.worker.table.TableStore;

@ServerTest
class SharedFolderTest extends SiteFilesContract {

    @Override
    Given given(AttemptOfTest attempt) {
        return new Given(attempt, new SharedFolder(), new TableStore(home.tables()));
    }
}
