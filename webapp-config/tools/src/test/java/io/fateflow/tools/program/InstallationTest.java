package io.fateflow.tools.program;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class InstallationTest {

    @ParameterizedTest
    @CsvSource({"fate-flow_1.0, true", "with a space, false", "größer, false", "100%, false", "a/b~c, true"})
    void javaFindsArchivedClassesWhereADirectoryIsNamedAsInUrls(String name, boolean named, @TempDir Path folder) {
        assertThat(new Installation(folder.resolve(name)).isNamedAsInUrls()).isEqualTo(named);
    }
}
