package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.function.Supplier;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.persistence.deploy.cache.DefaultCacheFactory;
import org.camunda.bpm.engine.impl.persistence.deploy.cache.DeploymentCache;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.jspecify.annotations.Nullable;

/**
 * The engine's parsed definitions. It reads the row of each definition anew in every transaction, for the few values that somebody can
 * change, and which version of a key is the latest; here once a second: seven look-ups less for each component. What an operator
 * suspends or deploys counts after that.
 */
final class RecentDefinitions extends DeploymentCache {

    private static final Duration RECENT = Duration.ofSeconds(1);

    private final Cache<String, ProcessDefinitionEntity> recent =
            CacheBuilder.newBuilder().expireAfterWrite(RECENT).build();

    /** Ids of the latest versions of the scheduler's own processes, by key. */
    private final Cache<String, String> latest =
            CacheBuilder.newBuilder().expireAfterWrite(RECENT).build();

    private RecentDefinitions(int capacity) {
        super(new DefaultCacheFactory(), capacity);
    }

    /**
     * Has an engine use it; for {@code postInit}, when the deployers are there.
     *
     * @param capacity so many parsed definitions are kept
     */
    static void replaceIn(ProcessEngineConfigurationImpl engine, int capacity) {
        RecentDefinitions definitions = new RecentDefinitions(capacity);
        definitions.setDeployers(engine.getDeployers());
        engine.setDeploymentCache(definitions);
    }

    @Override
    public ProcessDefinitionEntity findDeployedProcessDefinitionById(String id) {
        ProcessDefinitionEntity known = id == null ? null : recent.getIfPresent(id);
        if (known != null && known == findProcessDefinitionFromCache(id) && !isTouchedHere(id)) {
            return known;
        }
        ProcessDefinitionEntity found = super.findDeployedProcessDefinitionById(id);
        if (found.isSuspended()) {
            recent.invalidate(id);
        } else {
            recent.put(id, found);
        }
        return found;
    }

    @Override
    public ProcessDefinitionEntity findDeployedLatestProcessDefinitionByKey(String key) {
        return latest(key, () -> super.findDeployedLatestProcessDefinitionByKey(key));
    }

    @Override
    public ProcessDefinitionEntity findDeployedLatestProcessDefinitionByKeyAndTenantId(
            String key, @Nullable String tenant) {
        Supplier<ProcessDefinitionEntity> asked =
                () -> super.findDeployedLatestProcessDefinitionByKeyAndTenantId(key, tenant);
        return tenant == null ? latest(key, asked) : asked.get();
    }

    private ProcessDefinitionEntity latest(String key, Supplier<ProcessDefinitionEntity> asked) {
        String id = latest.getIfPresent(key);
        if (id != null && findProcessDefinitionFromCache(id) != null) {
            return findDeployedProcessDefinitionById(id);
        }
        ProcessDefinitionEntity found = asked.get();
        if (FateEnginePlugin.PROCESSES.contains(key)) {
            latest.put(key, found.getId());
        }
        return found;
    }

    /** What this transaction has read or written counts in it. */
    private static boolean isTouchedHere(String id) {
        CommandContext command = Context.getCommandContext();
        return command != null
                && command.getDbEntityManager().getCachedEntity(ProcessDefinitionEntity.class, id) != null;
    }
}
