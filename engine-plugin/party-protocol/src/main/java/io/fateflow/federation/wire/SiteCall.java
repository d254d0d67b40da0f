package io.fateflow.federation.wire;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;

/** What sites ask each other beside scheduling. */
public sealed interface SiteCall extends WireCall {

    /** Which tables a component has left at a party. */
    record OutputTables(String jobId, String component, Party party) implements SiteCall {

        public OutputTables {
            Segments.check("job_id", jobId);
            Segments.check("component_name", component);
            Segments.check("role", party.role());
        }

        @Override
        public String path() {
            return Segments.path(
                    "tracker", jobId, component, party.role(), Long.toString(party.partyId()), "output/table");
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
        public String path() {
            return Segments.path("model", operation, "do");
        }

        @Override
        public ObjectNode body() {
            return request.deepCopy();
        }
    }

    /** Who the site is: its versions, its ports, its party id. */
    record CommonInfo() implements SiteCall {
        @Override
        public String path() {
            return Segments.path("info", "common");
        }
    }

    /**
     * The version of a part of the site.
     *
     * @param module such as {@code FATE}
     */
    record Version(String module) implements SiteCall {
        @Override
        public String path() {
            return Segments.path("version", "get");
        }

        @Override
        public ObjectNode body() {
            return JsonNodeFactory.instance.objectNode().put("module", module);
        }
    }
}
