package io.fateflow.federation.grpc;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;

import io.fateflow.federation.grpc.proto.Command;
import io.fateflow.federation.grpc.proto.Conf;
import io.fateflow.federation.grpc.proto.Data;
import io.fateflow.federation.grpc.proto.Endpoint;
import io.fateflow.federation.grpc.proto.Metadata;
import io.fateflow.federation.grpc.proto.Model;
import io.fateflow.federation.grpc.proto.Packet;
import io.fateflow.federation.grpc.proto.Task;
import io.fateflow.federation.grpc.proto.Topic;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;

/** FATE Flow's calls and answers as packets. */
final class Packets {

    private static final String HEADERS = "headers";
    private static final String ROLE = "fateflow";

    private final Endpoint callback;

    /** Makes packets that say where this site's own server listens. */
    Packets(String host, int port) {
        callback = Endpoint.newBuilder().setIp(host).setPort(port).build();
    }

    Packet of(OutgoingCall call) {
        ObjectNode headers = JsonNodeFactory.instance.objectNode();
        call.headers().original().forEach(headers::put);
        call.traceParent().ifPresent(parent -> headers.put(OutgoingCall.TRACE_PARENT, parent));
        Metadata.Builder header = Metadata.newBuilder()
                .setTask(task(call.jobId(), PythonJson.dumps(headers)))
                .setSrc(topic(call.jobId(), call.headers().srcPartyId()).setCallback(callback))
                .setDst(topic(call.jobId(), call.headers().destPartyId()))
                .setCommand(Command.newBuilder().setName(call.path()))
                .setOperator("POST")
                .setConf(Conf.newBuilder().setOverallTimeout(call.timeout().toMillis()));
        return packet(header, call.path(), ByteString.copyFromUtf8(call.body()));
    }

    /** The answer goes back to where the request came from. */
    Packet answerTo(Packet request, byte[] answer) {
        Metadata asked = request.getHeader();
        String jobId = asked.getTask().getTaskId();
        Metadata.Builder header = Metadata.newBuilder()
                .setTask(task(jobId, "null"))
                .setSrc(topic(jobId, asked.getDst().getPartyId()).setCallback(callback))
                .setDst(topic(jobId, asked.getSrc().getPartyId()))
                .setCommand(asked.getCommand())
                .setOperator(asked.getOperator())
                .setConf(asked.getConf());
        return packet(header, request.getBody().getKey(), ByteString.copyFrom(answer));
    }

    private static Packet packet(Metadata.Builder header, String path, ByteString body) {
        return Packet.newBuilder()
                .setHeader(header)
                .setBody(Data.newBuilder().setKey(path).setValue(body))
                .build();
    }

    private static Task task(String jobId, String headers) {
        return Task.newBuilder()
                .setTaskId(jobId)
                .setModel(Model.newBuilder().setName(HEADERS).setDataKey(headers))
                .build();
    }

    private static Topic.Builder topic(String jobId, String partyId) {
        return Topic.newBuilder().setName(jobId).setPartyId(partyId).setRole(ROLE);
    }

    /** @throws WireFormatException if they are no JSON object */
    static CallHeaders headers(Packet request) {
        String json = request.getHeader().getTask().getModel().getDataKey();
        Map<String, String> headers = new HashMap<>();
        WireText.body(WireText.read(json.getBytes(StandardCharsets.UTF_8), BodyLimit.SMALL))
                .properties()
                .forEach(entry -> headers.put(
                        entry.getKey(),
                        entry.getValue().isNull() ? "" : entry.getValue().asText()));
        return CallHeaders.of(headers);
    }
}
