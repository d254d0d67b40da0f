package io.fateflow.federation.wire;

import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;

/** What sites ask each other beside scheduling. */
public sealed interface SiteCall extends WireCall {

    /** Has a call done: a new one has to say here that it exists, and to whoever does calls what it does there. */
    <R> R accept(Visitor<R> visitor);

    /**
     * Does calls, each kind in its way.
     *
     * @param <R> what comes of it
     */
    interface Visitor<R> {
        R on(OutputTables call);

        R on(ModelOperation call);

        R on(CommonInfo call);

        R on(Version call);

        R on(ExchangeHead call);
    }

    @Override
    default Map<String, String> pathValues() {
        return Map.of();
    }

    /** Which tables a component has left at a party. */
    record OutputTables(String jobId, String component, Party party) implements SiteCall {

        public OutputTables {
            Segments.check("job_id", jobId);
            Segments.check("component_name", component);
            Segments.check("role", party.role());
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public Map<String, String> pathValues() {
            return Map.of(
                    PathValues.JOB,
                    jobId,
                    PathValues.COMPONENT,
                    component,
                    PathValues.ROLE,
                    party.role(),
                    PathValues.PARTY,
                    party.idText());
        }
    }

    /**
     * Do your part of an operation on a model.
     *
     * @param operation {@code load}, {@code migrate} or {@code deploy}
     * @param request the client's request with the receiver as {@code local}
     */
    record ModelOperation(String operation, ObjectNode request) implements SiteCall {

        public ModelOperation {
            Segments.check("operation", operation);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public Map<String, String> pathValues() {
            return Map.of(PathValues.DETAIL, operation);
        }

        @Override
        public ObjectNode body() {
            return request.deepCopy();
        }
    }

    /** Who the site is: its versions, its ports, its party id. */
    record CommonInfo() implements SiteCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }
    }

    /**
     * Keep the head of the caller's audit log, and tell which ones of it are kept.
     *
     * @param head signed, as {@code audit/head} shows it
     */
    record ExchangeHead(ObjectNode head) implements SiteCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public ObjectNode body() {
            return head.deepCopy();
        }
    }

    /**
     * The version of a part of the site.
     *
     * @param module such as {@code FATE}
     */
    record Version(String module) implements SiteCall {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.on(this);
        }

        @Override
        public ObjectNode body() {
            return JsonNodeFactory.instance.objectNode().put("module", module);
        }
    }
}
