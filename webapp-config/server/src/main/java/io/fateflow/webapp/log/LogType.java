package io.fateflow.webapp.log;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** FATE's names of the files below a job's log folder, and what a caller has to say to get at each. */
enum LogType {
    JOB_SCHEDULE("jobSchedule", "fate_flow_schedule.log", 1),
    JOB_SCHEDULE_ERROR("jobScheduleError", "fate_flow_schedule_error.log", 1),
    PARTY_ERROR("partyError", "ERROR.log", 3),
    PARTY_WARNING("partyWarning", "WARNING.log", 3),
    PARTY_INFO("partyInfo", "INFO.log", 3),
    PARTY_DEBUG("partyDebug", "DEBUG.log", 3),
    COMPONENT_INFO("componentInfo", "INFO.log", 4);

    private static final List<String> STEPS = List.of("job_id", "role", "party_id", "component_name");

    private final String wire;
    private final String file;
    private final int steps;

    LogType(String wire, String file, int steps) {
        this.wire = wire;
        this.file = file;
        this.steps = steps;
    }

    static Optional<LogType> of(String wire) {
        return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }

    /** What a caller has to say, the job first, in the order of folders. */
    List<String> keys() {
        return STEPS.subList(0, steps);
    }

    /** What the scheduler did, which is in the database and in no file. */
    boolean isOfSchedule() {
        return this == JOB_SCHEDULE || this == JOB_SCHEDULE_ERROR;
    }

    String file() {
        return file;
    }
}
