package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.file.Files;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FolderLogsTest extends SiteLogsContract {

    @Override
    SiteLogs logs() {
        return new FolderLogs(home().resolve("logs"));
    }

    @Override
    void rest() {
        // they stay where they are
    }

    @Test
    void whatWasOnItsWayToAStoreIsStillReadWhereThereIsNoneAnyMore() throws IOException {
        log(COMPONENT, INFO, "one\n");
        Files.move(file(COMPONENT, INFO), file(COMPONENT, INFO + "~000000000000002-00000000"));
        log(COMPONENT, INFO, "two\n");

        assertThat(read(COMPONENT, INFO, 0)).isEqualTo("one\ntwo\n");
        assertThat(logs().below(COMPONENT)).extracting(LogFile::name).containsExactly(INFO);
    }
}
