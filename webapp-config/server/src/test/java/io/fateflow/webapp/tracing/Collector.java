package io.fateflow.webapp.tracing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;

/** Takes spans as OpenTelemetry's collector does, over HTTP. */
final class Collector implements AutoCloseable {

    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<ExportTraceServiceRequest> requests = new ArrayList<>();
    private final List<Headers> headers = new ArrayList<>();

    Collector() throws IOException {
        server.createContext("/v1/traces", call -> {
            headers.add(call.getRequestHeaders());
            requests.add(ExportTraceServiceRequest.parseFrom(call.getRequestBody()));
            // an answer with nothing in it is empty
            call.sendResponseHeaders(200, -1);
            call.close();
        });
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Headers> headers() {
        return headers;
    }

    List<Span> spans() {
        return requests.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    Map<String, String> resource() {
        return texts(requests.get(0).getResourceSpans(0).getResource().getAttributesList());
    }

    static Map<String, String> texts(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        attribute -> attribute.getValue().hasIntValue()
                                ? Long.toString(attribute.getValue().getIntValue())
                                : attribute.getValue().getStringValue()));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
