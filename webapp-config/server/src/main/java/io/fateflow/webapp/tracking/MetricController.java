package io.fateflow.webapp.tracking;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.MetricRow;
import io.fateflow.operations.query.TrackingQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/** {@code tracking/component/metric/all}, {@code metrics}, {@code metric_data} and {@code metric/delete}. */
@Controller
class MetricController {

    private final ComponentRequest requests;
    private final TrackingQueries tracking;
    private final WireJson json;

    MetricController(ComponentRequest requests, TrackingQueries tracking, WireJson json) {
        this.requests = requests;
        this.tracking = tracking;
        this.json = json;
    }

    @PostMapping("/v1/tracking/component/metric/all")
    Envelope all(ApiBody body) {
        ObjectNode data = json.object();
        for (MetricRow metric : tracking.metrics(requests.orInitiator(body))) {
            ObjectNode shown = data.withObjectProperty(metric.namespace()).putObject(metric.name());
            metric.data().forEach(shown.putArray("data")::add);
            shown.set("meta", metric.meta());
        }
        return orNoData(data);
    }

    @PostMapping("/v1/tracking/component/metrics")
    Envelope names(ApiBody body) {
        ObjectNode data = json.object();
        tracking.metrics(requests.orInitiator(body))
                .forEach(metric -> data.withArrayProperty(metric.namespace()).add(metric.name()));
        return orNoData(data);
    }

    @PostMapping("/v1/tracking/component/metric_data")
    Envelope one(ApiBody body) {
        String namespace = ApiBody.text(body.orEmpty(), "metric_namespace");
        String name = ApiBody.text(body.orEmpty(), "metric_name");
        return tracking.metrics(requests.orInitiator(body)).stream()
                .filter(metric ->
                        metric.namespace().equals(namespace) && metric.name().equals(name))
                .findFirst()
                .map(metric -> Envelope.of(metric.data()).withMeta(metric.meta()))
                .orElseGet(() -> Envelope.of(List.of())
                        .withMeta(json.object().putNull("metric_type").putNull("name")));
    }

    /** The answer is FATE Flow's: a text, with Python's word for whether there was anything. */
    @PostMapping("/v1/tracking/component/metric/delete")
    Envelope delete(ApiBody body) {
        int deleted = tracking.deleteMetrics(ApiBody.text(body.with("job_id"), "job_id"));
        return Envelope.of("delete status: " + (deleted > 0 ? "True" : "False"));
    }

    private static Envelope orNoData(ObjectNode data) {
        return data.isEmpty() ? Envelope.of("no data", data) : Envelope.of(data);
    }
}
