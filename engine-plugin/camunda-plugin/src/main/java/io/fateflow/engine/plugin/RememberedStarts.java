package io.fateflow.engine.plugin;

import java.util.Date;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.camunda.bpm.engine.impl.history.event.HistoricScopeInstanceEvent;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.handler.DbHistoryEventHandler;
import org.jspecify.annotations.Nullable;

/**
 * The engine's history in its tables. When a process instance or a step ends, the engine reads when it began, to say how long it
 * took; what began at this server is remembered instead: that was two look-ups in each transaction that ends something.
 */
final class RememberedStarts extends DbHistoryEventHandler {

    private static final int MOST = 20_000;

    private final Cache<Scope, Date> starts =
            CacheBuilder.newBuilder().maximumSize(MOST).build();

    /** An instance of a process and its outermost step have one id. */
    private record Scope(Class<?> type, String id) {}

    @Override
    protected void insertOrUpdate(HistoryEvent event) {
        if (!(event instanceof HistoricScopeInstanceEvent scope) || event.getId() == null) {
            super.insertOrUpdate(event);
            return;
        }
        Scope key = new Scope(event.getClass(), event.getId());
        if (isInitialEvent(event)) {
            if (scope.getStartTime() != null) {
                starts.put(key, scope.getStartTime());
            }
            super.insertOrUpdate(event);
            return;
        }
        Date start = starts.getIfPresent(key);
        if (start == null || isOfThisTransaction(event)) {
            super.insertOrUpdate(event);
        } else {
            scope.setStartTime(start);
            getDbEntityManager().merge(event);
        }
        if (scope.getEndTime() != null) {
            starts.invalidate(key);
        }
    }

    private boolean isOfThisTransaction(HistoryEvent event) {
        @Nullable HistoryEvent known = getDbEntityManager().getCachedEntity(event.getClass(), event.getId());
        return known != null;
    }
}
