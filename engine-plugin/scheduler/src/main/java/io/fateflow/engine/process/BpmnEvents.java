package io.fateflow.engine.process;

/** Names of the messages and BPMN errors in the process definitions. */
final class BpmnEvents {

    static final String STOP_JOB = "stop job";
    static final String RESOURCES_RELEASED = "resources released";
    static final String PARTY_HAS_ANSWERED = "party has answered";
    static final String PARTY_HAS_REFUSED = "party has refused";
    static final String NOBODY_NEEDS_TO_ASK = "nobody needs to ask";
    static final String GATE_OPENED = "gate opened";
    static final String TASK_ENDED = "task ended";
    static final String STOP_TASK = "stop task";
    static final String PARTY_RESOURCES_RELEASED = "party resources released";

    static final String PLACE_FOUND = "place found";

    static final String CONSENT_NOT_NEEDED = "consent not needed";

    static final String RESOURCES_REFUSED = "resources_refused";
    static final String STILL_RUNNING = "still_running";
    static final String ALREADY_DONE = "already_done";
    static final String GATE_CLOSED = "gate_closed";
    static final String TASK_FAILED = "task_failed";
    static final String RETRIES_USED_UP = "retries_used_up";
    static final String PARTY_RESOURCES_REFUSED = "party_resources_refused";

    static final String COMPONENT_FAILED = "component_failed";
    static final String CONSENT_REFUSED = "consent_refused";
    static final String CONSENT_ASKED = "consent_asked";
    static final String SECOND_CONSENT_NEEDED = "second_consent_needed";

    private BpmnEvents() {}
}
