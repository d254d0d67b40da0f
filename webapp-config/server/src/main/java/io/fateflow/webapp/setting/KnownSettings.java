package io.fateflow.webapp.setting;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import io.fateflow.webapp.atrest.AtRestProperties;
import io.fateflow.webapp.audit.AuditProperties;
import io.fateflow.webapp.camunda.AdminProperties;
import io.fateflow.webapp.camunda.HousekeepingProperties;
import io.fateflow.webapp.camunda.SiteProperties;
import io.fateflow.webapp.connector.ConnectorProperties;
import io.fateflow.webapp.consent.ConsentProperties;
import io.fateflow.webapp.data.DownloadProperties;
import io.fateflow.webapp.data.UploadProperties;
import io.fateflow.webapp.database.DatabaseProperties;
import io.fateflow.webapp.engine.WorkerProperties;
import io.fateflow.webapp.exchange.ExchangeProperties;
import io.fateflow.webapp.federation.FederationProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.ldap.LdapProperties;
import io.fateflow.webapp.limit.LimitProperties;
import io.fateflow.webapp.model.archive.ModelProperties;
import io.fateflow.webapp.node.NodeProperties;
import io.fateflow.webapp.notification.NotificationProperties;
import io.fateflow.webapp.oidc.OidcProperties;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.AuthenticationProperties;
import io.fateflow.webapp.setting.SettingShape.Group;
import io.fateflow.webapp.setting.SettingShape.Misfit;
import io.fateflow.webapp.setting.SettingShape.Single;
import io.fateflow.webapp.storage.ObjectsProperties;

/** All settings below {@code fate}, as the records have them that they are bound to. */
final class KnownSettings {

    static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("fate");

    /** Which element of a name says of which group it is. */
    static final int GROUP = 1;

    /** A list, since conditions decide which of them a context has, and looking for classes takes time at each start. */
    static final List<Class<?>> RECORDS = List.of(
            AccessProperties.class,
            AdminProperties.class,
            AtRestProperties.class,
            AuditProperties.class,
            AuthenticationProperties.class,
            ConnectorProperties.class,
            ConsentProperties.class,
            DatabaseProperties.class,
            DownloadProperties.class,
            ExchangeProperties.class,
            FateHome.class,
            FederationProperties.class,
            HousekeepingProperties.class,
            LdapProperties.class,
            LimitProperties.class,
            ModelProperties.class,
            NodeProperties.class,
            NotificationProperties.class,
            ObjectsProperties.class,
            OidcProperties.class,
            SiteProperties.class,
            UploadProperties.class,
            WorkerProperties.class);

    /** What is read by its name: by the board's log-in, and by the log's file name. */
    private static final List<String> OTHERS = List.of("fate.admin.ticket", "fate.node.log-suffix");

    private static final String VARIABLE = "FATE_";

    private final Group all = new Group(new TreeMap<>());

    KnownSettings() {
        for (Class<?> type : RECORDS) {
            group(ConfigurationPropertyName.of(
                            type.getAnnotation(ConfigurationProperties.class).value()))
                    .add(type);
        }
        for (String other : OTHERS) {
            ConfigurationPropertyName name = ConfigurationPropertyName.of(other);
            group(name.getParent())
                    .named()
                    .put(name.getLastElement(ConfigurationPropertyName.Form.DASHED), new Single());
        }
    }

    private Group group(ConfigurationPropertyName name) {
        Group group = all;
        for (String element : name.toString().split("\\.", -1)) {
            group = group.within(element);
        }
        return group;
    }

    /** What of a name below {@link #ROOT} there is not; empty if there is such a setting. */
    Optional<Misfit> misfit(ConfigurationPropertyName name) {
        return all.misfit(name, 0);
    }

    /**
     * Whether an environment variable looks like a setting and is none. Of those that begin like none of this program's groups nothing
     * is known: FATE's own begin as ours.
     */
    boolean isMisspelt(String variable) {
        if (!variable.startsWith(VARIABLE)) {
            return false;
        }
        String rest = variable.substring(VARIABLE.length()).toLowerCase(Locale.ROOT);
        Group fate = all.within(ROOT.toString());
        boolean ofGroup = fate.named().entrySet().stream()
                .anyMatch(entry -> entry.getValue() instanceof Group
                        && rest.startsWith(entry.getKey().replace("-", "") + "_"));
        return ofGroup && !fate.fits(rest.replaceAll("[^a-z0-9]", ""));
    }
}
