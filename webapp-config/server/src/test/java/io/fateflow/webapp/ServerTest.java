package io.fateflow.webapp;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** The whole server on a free port, with the engine's side stubbed; one for all the tests that say so. */
@Tag(ServerTest.SERVER)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "fate.home=${basedir:.}/target/homes/${random.uuid}",
            "fate.worker.enabled=false",
            "fate.upload.folders=${fate.home}/incoming",
            "management.prometheus.metrics.export.enabled=true",
            "fate.notifications.receivers.nowhere.url=http://127.0.0.1:1/hook",
            "fate.notifications.receivers.nowhere.jobs=named",
            "fate.notifications.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "fate.admin.password=" + ServerTest.PASSWORD
        })
@Import({StubEngine.class, Caller.class})
public @interface ServerTest {

    /** For servers with other settings: engine REST finds its engine by name, in the whole JVM. */
    String SECOND_ENGINE = "camunda.bpm.generate-unique-process-engine-name=true";

    /** Tag of tests that need a whole server, this one or one of their own: the quick profile leaves them out. */
    String SERVER = "server";

    /** The administrator's. */
    String PASSWORD = "only-for-tests";
}
