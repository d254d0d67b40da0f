package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What people do at the board, from the login on, in a real browser, each on a real server of his own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BoardContract {

    private static final int ROWS = 60;

    @TempDir
    private Path home;

    private final Map<String, Object> settings = new HashMap<>();
    private Browser browser;
    private ServerInThisJvm server;
    private FlowClient client;

    /** Settings that say on which database the server is. */
    abstract Map<String, String> database();

    @BeforeAll
    void open() {
        browser = Browser.open();
    }

    @AfterAll
    void close() {
        // there is none where tests are skipped
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void start() {
        settings.clear();
        settings.putAll(database());
        settings.put("fate.home", home);
        server = new ServerInThisJvm(settings);
        client = new FlowClient(server.port());
        browser.begin("http://127.0.0.1:" + server.port());
    }

    @AfterEach
    void end() {
        browser.leave();
        server.close();
    }

    @Test
    void fromAnOwnFileToAnRocCurveWithoutATerminal() throws IOException {
        client.upload("host", csv("id,x1,x2", 1));
        Path file = Files.writeString(home.resolve("guest.csv"), csv("id,y,x0", 0));

        logIn();
        browser.read("No jobs yet");
        picture("jobs-empty");
        browser.go("/submit?tab=upload");
        browser.see(".drop");
        browser.choose(".drop input", file);
        browser.read("What was understood");
        browser.see(".submit td.mono");
        picture("upload");
        browser.click(".stack .button.primary");
        browser.read("experiment/guest is there");
        browser.clickText("Use it as the guest");
        browser.type(".form-grid label:nth-of-type(5) input", "experiment/hos");
        browser.await("what was typed is checked", this::mayStart);
        // a form that is half typed is started by nobody, however quickly he clicks
        assertThat(
                        browser.script(
                                "const field = document.querySelector('.form-grid label:nth-of-type(5) input');"
                                        + " field.value = 'experiment/host'; field.dispatchEvent(new InputEvent('input'));"
                                        + " return Promise.resolve().then(() => document.querySelector('.head-actions .primary').disabled)"))
                .isEqualTo(true);
        browser.await("the job can be started", this::mayStart);
        browser.clickText("Ask the parties");
        browser.read("What the parties say");
        browser.read("ready (this site; components checked)");
        picture("submit");
        browser.clickText("Start job");

        browser.await("the page is the job's", () -> browser.address().contains("/jobs/"));
        browser.see("fate-diagram .djs-shape");
        picture("job-running");
        // nobody loads the page again: what is committed comes to it
        browser.see(".title-line .pill.st-success");
        picture("job-success");
        browser.clickText("evaluation_0");
        browser.see("fate-chart canvas");
        browser.read("ROC");
        picture("evaluation");
        browser.assertNoComplaints();
        assertThat(browser.hindrances()).isEmpty();
    }

    private boolean mayStart() {
        return Boolean.TRUE.equals(browser.script(
                "const b = document.querySelector('.head-actions .primary'); return b !== null && !b.disabled"
                        + " && document.querySelector('fate-diagram') !== null"));
    }

    @Test
    void aPageGoesOnByItselfWhenItsServerWasStartedAgain() {
        Jobs.uploadTables(client);
        String job = client.submit(Jobs.secureAdd(1, 1));
        client.awaitEnd(job, "success");
        logIn();
        browser.see(".jobs .pill.st-success");
        browser.script("window.loadedOnce = true");

        settings.put("server.port", server.port());
        server.close();
        browser.read("The connection to the server is lost");
        picture("server-away");
        server = new ServerInThisJvm(settings);
        client.post("/v1/job/update", notes(job, "written behind its back"));

        browser.read("written behind its back");
        browser.await("the line is back", () -> isGone(".lost"));
        assertThat(browser.script("return window.loadedOnce")).isEqualTo(true);
    }

    private static ObjectNode notes(String job, String notes) {
        return FlowClient.JSON
                .createObjectNode()
                .put("job_id", job)
                .put("role", "guest")
                .put("party_id", "9999")
                .put("notes", notes);
    }

    private boolean isGone(String css) {
        return Boolean.TRUE.equals(browser.script("return document.querySelector(arguments[0]) === null", css));
    }

    @Test
    void aFailedJobIsFoundUnderstoodRepairedAndRetriedInEightClicks() {
        Jobs.uploadTables(client);
        String job = client.submit(Jobs.secureAdd(2, 1));
        client.awaitEnd(job, "failed");

        logIn();
        int before = browser.clicks();
        browser.click(".jobs .job-name");
        browser.see(".banner.st-failed");
        picture("job-failed");
        browser.clickText("Open the log");
        browser.see(".banner.st-failed");
        picture("component-failed");
        browser.clickText("Change parameters");
        browser.see("dialog[open] textarea");
        picture("change-parameters");
        browser.type("dialog textarea", "{\"data_num\": 1}");
        browser.click("dialog .primary");
        browser.see(".toast");
        browser.clickText("Retry");
        browser.click("dialog .primary");

        browser.see(".title-line .pill.st-success");
        assertThat(browser.clicks() - before).isLessThanOrEqualTo(8);
        client.awaitEnd(job, "success");
        browser.assertNoComplaints();
    }

    @Test
    void theListFollowsWhatIsCommittedAndShowsTextAsText() {
        Jobs.uploadTables(client);
        logIn();
        browser.read("No jobs yet");

        String job = client.submit(Jobs.secureAdd(1, 1));
        browser.see(".jobs .pill.st-success");
        ObjectNode notes = notes(job, "<img src=x onerror=\"document.title='taken'\"> ملاحظات 备注");
        client.post("/v1/job/update", notes);
        browser.go("/?q=ملاحظات");
        browser.read("<img src=x onerror=");

        assertThat(browser.script("return document.querySelectorAll('.jobs img').length"))
                .isEqualTo(0L);
        assertThat(browser.script("return document.title")).isNotEqualTo("taken");
        picture("jobs");
        browser.go("/?status=failed");
        browser.read("Nothing fits");
        browser.assertNoComplaints();
    }

    @Test
    void everyPageCanBeReadAndUsedByEverybody() {
        Jobs.uploadTables(client);
        String job = client.submit(Jobs.secureAdd(1, 1));
        client.awaitEnd(job, "success");
        String other = client.submit(Jobs.secureAdd(2, 1));
        client.awaitEnd(other, "failed");

        browser.go("/login");
        browser.see(".login");
        assertThat(browser.hindrances()).isEmpty();
        logIn();
        assertThat(browser.loaded()).isLessThan(1_000_000);
        for (String page : List.of(
                "/",
                "/jobs/" + job,
                "/jobs/" + other,
                "/jobs/" + job + "?tab=components",
                "/jobs/" + job + "?tab=parameters",
                "/jobs/" + job + "?tab=story",
                "/jobs/" + job + "?tab=notes",
                "/jobs/" + job + "/secure_add_example_0",
                "/jobs/" + job + "/reader_0?tab=data&party=guest-9999",
                "/jobs/" + job + "/reader_0?tab=parameters&party=guest-9999",
                "/jobs/" + job + "/reader_0?tab=model&party=guest-9999",
                "/jobs/" + job + "/reader_0?tab=logs&party=guest-9999",
                "/jobs/" + job + "/reader_0?tab=attempts&party=guest-9999",
                "/submit?tab=form",
                "/submit?tab=editor",
                "/submit?tab=upload",
                "/compare?jobs=" + job + "," + other,
                "/resources",
                "/sites",
                "/lineage?job_id=" + job,
                "/audit",
                "/health")) {
            browser.go(page);
            browser.see("#main h1");
            browser.await(
                    page + " is there",
                    () -> Boolean.TRUE.equals(browser.script("return document.querySelector('.loading') === null"
                            + " && [...document.querySelectorAll('fate-diagram')].every(one => one.drawn)")));
            String name = "page" + page.replaceAll("\\d{20,}", "job").replaceAll("[^a-z0-9]+", "-");
            browser.theme("light");
            assertThat(browser.hindrances()).as(page + " light").isEmpty();
            picture(name + "-light");
            // the dark theme has the same document in other colours
            browser.theme("dark");
            assertThat(browser.hindrancesOfColours()).as(page + " dark").isEmpty();
            picture(name + "-dark");
        }
        browser.assertNoComplaints();
    }

    /** What stands behind {@code back}, whoever has made the link. */
    @Test
    void theLogInLeadsToPagesOfThisServerOnly() {
        for (String back : List.of(
                "//evil.example/",
                "https://evil.example/",
                "/%5Cevil.example/",
                "%5C%5Cevil.example/",
                "/%09/evil.example/",
                "/camunda/..//evil.example/",
                "javascript:alert(1)",
                "http://[")) {
            browser.go("/login?back=" + back);
            enter();
            browser.see(".side");
            assertThat(browser.address()).as(back).endsWith(":" + server.port() + "/");
        }
        browser.go("/login?back=%2Fresources%3Ftab%3Dnodes");
        enter();
        browser.see(".side");
        assertThat(browser.address()).endsWith("/resources?tab=nodes");
        browser.assertNoComplaints();
    }

    @Test
    void theDescriptionOfTheCallsIsForWhomIsLoggedIn() {
        browser.go("/api");
        enter();
        browser.click("#operations-tag-Jobs");
        browser.read("Starts a job.");
        assertThat(browser.hindrances()).isEmpty();
        picture("api");
        browser.assertNoComplaints();
    }

    private void logIn() {
        browser.go("/login");
        enter();
        browser.see(".side");
    }

    private void enter() {
        browser.type("input[name=user]", FlowClient.USER);
        browser.type("input[name=password]", FlowClient.PASSWORD);
        browser.click(".login .primary");
    }

    private void picture(String name) {
        browser.picture(getClass().getSimpleName() + "-" + name);
    }

    /** Its first column after the id decides what its label is. */
    private static String csv(String header, int kind) {
        StringBuilder csv = new StringBuilder(header).append('\n');
        for (int row = 1; row <= ROWS; row++) {
            double value = ((row * 37) % ROWS) / (double) ROWS;
            csv.append(row)
                    .append(',')
                    .append(kind == 0 ? Integer.toString(value > 0.5 ? 1 : 0) : Double.toString(1 - value))
                    .append(',')
                    .append(value + ((row * 13) % 10) / 40.0)
                    .append('\n');
        }
        return csv.toString();
    }
}
