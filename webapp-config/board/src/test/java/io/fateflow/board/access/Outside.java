package io.fateflow.board.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.FileSystemUtils;

import io.fateflow.webapp.ldap.InMemoryDirectory;
import io.fateflow.webapp.oidc.TestIssuer;

/** A directory and an issuer for a server under test, which finds them by its settings; tests get them as beans. */
final class Outside implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        try {
            Path place = Files.createTempDirectory("outside");
            InMemoryDirectory directory = InMemoryDirectory.open(place);
            TestIssuer issuer = new TestIssuer();
            Map<String, Object> settings = new HashMap<>(directory.settings());
            settings.put("fate.access.ldap.remembered", "500ms");
            settings.put("fate.limits.requests-per-minute.accounts.limited", "3");
            settings.put("fate.limits.bytes.accounts-per-day.bringer", "2KB");
            settings.put("fate.access.oidc.issuer", issuer.url());
            settings.put("fate.access.oidc.client-id", TestIssuer.CLIENT);
            settings.put(
                    "fate.access.oidc.client-secret-file",
                    Files.writeString(place.resolve("client-secret"), TestIssuer.SECRET + "\n")
                            .toString());
            settings.put("fate.access.oidc.account-prefix", "sso:");
            settings.put("fate.access.oidc.groups-claim", "realm.groups");
            settings.put("fate.access.oidc.audience", TestIssuer.AUDIENCE);
            settings.put("fate.access.oidc.roles[0].group", "/fate/operators");
            settings.put("fate.access.oidc.roles[0].roles", "operator");
            settings.put("fate.access.oidc.roles[1].group", "/fate/platforms");
            settings.put("fate.access.oidc.roles[1].roles", "platform");
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("outside", settings));
            context.getBeanFactory().registerSingleton("inMemoryDirectory", directory);
            context.getBeanFactory().registerSingleton("testIssuer", issuer);
            context.addApplicationListener(event -> {
                if (event instanceof ContextClosedEvent closed && closed.getApplicationContext() == context) {
                    directory.close();
                    issuer.close();
                    FileSystemUtils.deleteRecursively(place.toFile());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
