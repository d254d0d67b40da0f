package io.fateflow.federation.wire;

import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a party of a job is asked, about the job or about an attempt of a component. */
public sealed interface PartyCall extends WireCall permits JobCall, TaskCall {

    Address at();

    /** What the body brings, for those that bring what the caller gives; not to be changed. */
    default ObjectNode fields() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** What the path says behind the action: a status, or what to clean. Empty if nothing. */
    default String detail() {
        return "";
    }

    /** What follows the address in the path. */
    default String action() {
        return WireRoutes.action(this);
    }

    @Override
    default Map<String, String> pathValues() {
        return at().pathValues(detail());
    }

    @Override
    default ObjectNode body() {
        return fields().deepCopy();
    }
}
