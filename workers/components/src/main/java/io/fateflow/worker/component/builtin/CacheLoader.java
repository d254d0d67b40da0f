package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/** FATE's CacheLoader: hands on a cache that a component of an earlier job has left at this party; the server has found it. */
@AutoService(Component.class)
public final class CacheLoader implements Component {

    @Override
    public String module() {
        return "CacheLoader";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        String named = read(context.parameters());
        Input cache = context.cache()
                .orElseThrow(() -> new IOException(context.task().self() + ": can not found this cache: " + named));
        context.outputCache(cache.table());
        ObjectNode metas = JsonNodeFactory.instance.objectNode().put("component_name", cache.component());
        context.results().metric(new Metric("cache_loader", cache.output(), "CACHE_INFO", metas, Map.of()));
    }

    /** What names the cache, for users. */
    private static String read(Parameters parameters) {
        String key = parameters.text("cache_key", "");
        String job = parameters.text("job_id", "");
        String component = parameters.text("component_name", "");
        String name = parameters.text("cache_name", "");
        parameters.refuseOthers();
        if (key.isEmpty() && (job.isEmpty() || component.isEmpty())) {
            throw parameters.wrong("cache_key", "or job_id and component_name must say which cache to load");
        }
        return key.isEmpty()
                ? "job_id " + job + ", component_name " + component + (name.isEmpty() ? "" : ", cache_name " + name)
                : "cache_key " + key;
    }
}
