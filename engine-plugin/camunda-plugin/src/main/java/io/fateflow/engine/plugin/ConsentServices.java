package io.fateflow.engine.plugin;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.consent.Disclosures;
import io.fateflow.engine.consent.TablesRead;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.process.ConsentDecisions;
import io.fateflow.engine.process.EngineConsents;

/**
 * Whether jobs may read this site's tables.
 *
 * @param consents asks the policy, and says how far consents are
 * @param decisions what becomes of them
 * @param notifications tells who may have to decide
 */
record ConsentServices(
        DmnConsentPolicy policy,
        ConsentStore store,
        Consents consents,
        ConsentDecisions decisions,
        Disclosures disclosures,
        Notifications notifications) {

    static ConsentServices of(SchedulerBase base, ModuleCatalog modules, Notifications notifications) {
        DmnConsentPolicy policy = new DmnConsentPolicy(base.jdbc(), base.clock());
        ConsentStore store = new ConsentStore(base.jdbc(), base.clock());
        Consents consents = new Consents(
                new TablesRead(base.jdbc()),
                policy,
                store,
                new EngineConsents(() -> base.engine().get().getRuntimeService()),
                base.audit());
        return new ConsentServices(
                policy,
                store,
                consents,
                new ConsentDecisions(store, base.stores().jobs(), base.audit()),
                new Disclosures(modules),
                notifications);
    }
}
