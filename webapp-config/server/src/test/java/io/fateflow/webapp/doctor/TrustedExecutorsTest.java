package io.fateflow.webapp.doctor;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.fateflow.webapp.engine.WorkerProperties;
import io.fateflow.webapp.security.AccessProperties;

import static org.assertj.core.api.Assertions.assertThat;

class TrustedExecutorsTest {

    private final ApplicationContextRunner server = new ApplicationContextRunner().withUserConfiguration(Site.class);

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({AccessProperties.class, WorkerProperties.class})
    @Import(TrustedExecutors.class)
    static class Site {}

    @Test
    void aSiteOfRolesIsToldThatItsExecutorsAreTheServersUser() {
        server.withPropertyValues("fate.access.roles=true").run(context -> assertThat(
                        context.getBean(TrustedExecutors.class).note())
                .hasValueSatisfying(note -> {
                    assertThat(note.id()).isEqualTo("FFB-5221");
                    assertThat(note.remedy()).contains("--executor-users");
                }));
    }

    @Test
    void nothingIsSaidWhereThisServerRunsNoneOrAnybodyMayDoAllAnyway() {
        server.withPropertyValues("fate.access.roles=true", "fate.worker.enabled=false")
                .run(context -> assertThat(
                                context.getBean(TrustedExecutors.class).note())
                        .isEmpty());
        server.run(context ->
                assertThat(context.getBean(TrustedExecutors.class).note()).isEmpty());
    }
}
