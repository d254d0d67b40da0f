package io.fateflow.webapp.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.dsl.Party;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.party.ComponentChecks.Planned;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.FolderTables;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

/** Each reason for which this site refuses a component before its job is accepted, with what the user can do about it. */
class InstalledChecksTest {

    private static final Party GUEST = new Party("guest", 9999);
    private static final Party HOST = new Party("host", 10_000);
    private static final String TABLE = "{\"table\": {\"name\": \"%s\", \"namespace\": \"experiment\"}}";
    private static final String COPY =
            "{\"name\": \"%s\", \"namespace\": \"experiment\", \"output_name\": \"copy\", \"output_namespace\": \"made\"}";

    /** A worker inside a server: whoever holds its tasks is known. */
    private static final SiteWorker OF_A_SERVER = worker("its-lock", null);

    private static final SiteWorker OF_ITS_OWN = worker("", null);

    @TempDir
    private Path directory;

    private List<SiteWorker> workers = List.of(OF_A_SERVER);
    private Map<String, WorkerProperties.Program> commands = Map.of();
    private boolean onSpark;
    private String name = "a_0";
    private BiPredicate<String, String> switchedOff = (namespace, name) -> false;

    @Test
    void aComponentThatIsThereWithParametersThatItTakesIsNotRefused() {
        assertThat(objection("HeteroLR", "{\"max_iter\": 3}")).isEmpty();
    }

    /** Half of a letter: it has no bytes, as each that is not ASCII has none in the locale C. */
    @Test
    void aNameThatNoDirectoryCanHaveIsRefused() {
        name = "a\ud800b";

        assertThat(objection("HeteroLR", "{}"))
                .hasValueSatisfying(why -> assertThat(why).contains("FFB-2068", "LC_ALL=C.UTF-8"));
    }

    @Test
    void aParameterThatTheComponentRefusesIsNamedWithTheComponent() {
        assertThat(objection("HeteroLR", "{\"max_iter\": -3}"))
                .hasValueSatisfying(why -> assertThat(why).contains("HeteroLR#a_0", "max_iter", "-3"));
        assertThat(objection("HeteroLR", "{\"max_itr\": 3}"))
                .hasValueSatisfying(why -> assertThat(why).contains("max_itr"));
    }

    @Test
    void aModuleThatNoServersWorkerHasIsRefusedWithThoseThatThereAreAndTheSettingThatAddsIt() {
        assertThat(objection("FTL", "{}")).hasValueSatisfying(why -> assertThat(why)
                .startsWith("no worker of this site has module FTL, only ")
                .contains("HeteroLR", "Reader", "(fate.worker.commands)"));
    }

    @Test
    void aWorkerOfItsOwnMayHaveMoreAndSoMayComponentsOfOthers() throws IOException {
        workers = List.of(OF_A_SERVER, OF_ITS_OWN);
        assertThat(objection("FTL", "{}")).isEmpty();

        workers = List.of();
        assertThat(objection("FTL", "{}")).as("no worker is known yet").isEmpty();

        workers = List.of(OF_A_SERVER);
        Files.createDirectories(directory.resolve("components"));
        assertThat(objection("FTL", "{}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"heterolr", "*"})
    void whatAProgramOfTheOperatorsRunsIsLeftToIt(String module) {
        assertThat(objection("HeteroLR", "{\"max_itr\": 3}")).isPresent();

        commands = Map.of(module, new WorkerProperties.Program(List.of("true"), true, false, Map.of()));

        assertThat(objection("HeteroLR", "{\"max_itr\": 3}")).isEmpty();
    }

    @Test
    void whatAnInstallationIsToRunIsNotHeldAgainstTheBuiltInComponentsParameters() {
        String found =
                "{\"fate@1.11.3\": {\"trouble\": \"\", \"modules\": {\"HeteroLR\": \"\", \"FTL\": \"no torch\"}}}";
        workers = List.of(worker("its-lock", found));

        assertThat(objection("HeteroLR", "fate@1.11.3", "{\"max_itr\": 3}")).isEmpty();
        assertThat(objection("FTL", "fate@1.11.3", "{}")).hasValueSatisfying(why -> assertThat(why)
                .startsWith("fate@1.11.3 cannot import its FTL: no torch;")
                .contains("fate.worker.providers", "leave the version out"));
        assertThat(objection("HeteroLR", "fate@1.10.0", "{}")).hasValueSatisfying(why -> assertThat(why)
                .startsWith("no worker of this site has the provider fate@1.10.0, only fate@1.11.3")
                .contains("fate.worker.providers", "leave the version out"));
    }

    @ParameterizedTest
    @CsvSource({"Reader", "reader", "Writer", "Download"})
    void aTableThatIsNotHereIsRefusedWithThePartyAtWhichToUploadIt(String module) throws IOException {
        store("there");

        assertThat(objection(module, parameters(module, "there"))).isEmpty();
        assertThat(objection(module, parameters(module, "absent")))
                .contains("can not found table name: absent namespace: experiment; upload it first, at " + GUEST);
    }

    @ParameterizedTest
    @CsvSource({"Reader", "Writer"})
    void aTableThatIsSwitchedOffIsRefusedWithTheCallThatSwitchesItOn(String module) throws IOException {
        store("there");
        switchedOff = (namespace, name) -> namespace.equals("experiment") && name.equals("there");

        assertThat(objection(module, parameters(module, "there"))).hasValueSatisfying(why -> assertThat(why)
                .startsWith("FFB-6136 table name: there namespace: experiment is switched off")
                .contains("table/enable"));
    }

    @Test
    void theOutputOfAnEarlierJobIsNotLookedForYet() {
        String output = "{\"table\": {\"job_id\": \"1\", \"component_name\": \"b_0\", \"data_name\": \"data\"}}";

        assertThat(objection("Reader", output)).isEmpty();
    }

    @Test
    void sparkIsForASiteThatHasItAndForModulesThatCanRunThere() {
        onSpark = true;
        assertThat(objection("DataStatistics", "{}")).hasValueSatisfying(why -> assertThat(why)
                .startsWith("FFB-2059 no worker of this site has Spark")
                .contains("fate.worker.spark.home", "--spark-home"));

        workers = List.of(
                OF_A_SERVER,
                new SiteWorker("s:1", "here", "active", 1, 0, "", false, 0, "", "{\"spark/cores\": 4}", null));
        assertThat(objection("DataStatistics", "{}")).isEmpty();
        assertThat(objection("DataStatistics", "{\"statistics\": [\"mode\"]}")).isPresent();
        assertThat(objection("HeteroLR", "{}"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("FFB-2062 module HeteroLR can't run on Spark"));
    }

    private static String parameters(String module, String table) {
        return switch (module) {
            case "Writer" -> COPY.formatted(table);
            case "Download" ->
                "{\"name\": \"%s\", \"namespace\": \"experiment\", \"output_path\": \"out.csv\"}".formatted(table);
            default -> TABLE.formatted(table);
        };
    }

    private void store(String name) throws IOException {
        new TableStore(directory)
                .create(new TableName("experiment", name), TableSchema.of("id", List.of("x"), 1))
                .commit();
    }

    private Optional<String> objection(String module, String parameters) {
        return objection(module, "", parameters);
    }

    private Optional<String> objection(String module, String provider, String parameters) {
        WorkerProperties properties = properties();
        return new InstalledChecks(
                        properties,
                        new FolderTables(new TableStore(directory), new FileContents()),
                        switchedOff,
                        directory.resolve("components"),
                        () -> workers,
                        new SiteProviders(properties, Map.of(), ModuleCatalog.standard(), "1.11.4", () -> workers))
                .objection(new Planned(
                        GUEST, name, module, provider, onSpark, json(parameters).deepCopy(), List.of(GUEST, HOST)));
    }

    private static SiteWorker worker(String lockOwner, @Nullable String providers) {
        return new SiteWorker("w:1", "here", "active", 1, 0, "", false, 0, lockOwner, null, providers);
    }

    private WorkerProperties properties() {
        return ConfiguredWorker.with(commands, List.of());
    }
}
