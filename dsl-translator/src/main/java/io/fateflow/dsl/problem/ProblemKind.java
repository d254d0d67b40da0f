package io.fateflow.dsl.problem;

/**
 * Every problem the translator reports: its stable id, and the templates of its message and hint.
 *
 * <p>An id is never reused or given another meaning. 10xx: files, 11xx: DSL, 12xx: runtime conf, 13xx: command line, 202x and
 * 7072: what a job asks of nodes and queues, 2056 to 2058: what it asks of Spark.
 */
public enum ProblemKind {
    DOCUMENT_TOO_LARGE(1001, "The document has %s characters; the limit is %s", "Submit a smaller document"),
    DOCUMENT_EMPTY(1002, "The document is empty", "Submit a JSON object"),
    NOT_JSON(1003, "The document is not JSON: line %s, column %s: %s", "Correct the JSON syntax there"),
    NOT_AN_OBJECT(1004, "The document is not a JSON object", "Submit a JSON object"),
    TOO_DEEP(1005, "Objects and lists are nested deeper than %s levels", "Flatten this value"),
    DUPLICATE_KEY(
            1006,
            "The key '%s' occurs more than once in one object",
            "Keep one of the two and give the other its own name"),
    VALUE_TOO_LONG(1007, "A number or key is too long: %s", "Shorten it"),
    FILE_UNREADABLE(1008, "The file %s can't be read: %s", "Check the path and the permissions"),
    NOT_UTF8(1009, "The file %s is not UTF-8 text", "Save it as UTF-8"),

    COMPONENTS_MISSING(1101, "The DSL has no 'components'", "Add an object 'components' that maps names to components"),
    COMPONENTS_NOT_AN_OBJECT(
            1102, "'components' is not an object", "Write it as an object that maps names to components"),
    NO_COMPONENTS(1103, "The DSL has no component", "Add at least one component"),
    TOO_MANY_COMPONENTS(1104, "The DSL has %s components; the limit is %s", "Split the job into several jobs"),
    COMPONENT_NOT_AN_OBJECT(1105, "Component '%s' is not an object", "Write it as an object with a 'module'"),
    NAME_EMPTY(1106, "A component has an empty name", "Give it a name of letters, digits, '_' and '-'"),
    NAME_ILLEGAL(
            1107,
            "The component name '%s' has a character other than letters, digits, '_' and '-'",
            "Rename the component"),
    NAME_TOO_LONG(
            1108,
            "The component name '%s' is too long: a name has at most %s characters and %s bytes of UTF-8",
            "Rename the component"),
    MODULE_MISSING(1110, "Component '%s' has no 'module'", "Add the name of a FATE module, such as \"Reader\""),
    MODULE_NOT_TEXT(
            1111, "The module of component '%s' is not a text", "Write the name of a FATE module, such as \"Reader\""),
    MODULE_UNKNOWN(
            1112,
            "Component '%s' uses module '%s', which no provider has",
            "Correct the module's name%3$s, or add the module to the catalogue"),
    PROVIDER_MALFORMED(
            1113, "The provider '%s' has not the form name[@version]", "Write it as \"fate\" or \"fate@1.11.4\""),
    PROVIDER_UNKNOWN(1114, "There is no provider '%s'", "Use one of %2$s, or leave the provider out"),
    INPUT_NOT_AN_OBJECT(
            1120,
            "The input of component '%s' is not an object",
            "Write it as an object with 'data', 'model', 'isometric_model' or 'cache'"),
    INPUT_NOT_A_LIST(
            1121,
            "The %2$s input of component '%1$s' is not a list",
            "Write a list of references, such as [\"component.output\"]"),
    INPUT_DATA_NOT_AN_OBJECT(
            1122,
            "The data input of component '%s' is not an object",
            "Write an object such as {\"train_data\": [\"component.output\"]}"),
    REFERENCE_NOT_TEXT(1123, "An input reference of component '%s' is not a text", "Write it as \"component.output\""),
    REFERENCE_MALFORMED(
            1124,
            "The input reference '%2$s' of component '%1$s' has not the form component.output",
            "Write it as \"component.output\""),
    UPSTREAM_UNKNOWN(
            1125,
            "Component '%1$s' takes its %2$s input from '%3$s', which does not exist",
            "Correct the reference or add component '%3$s'"),
    UPSTREAM_WITHOUT_OUTPUT(
            1126,
            "Component '%1$s' takes a %2$s from '%3$s', which declares no %2$s output",
            "Add it to the output of '%3$s' or correct the reference"),
    OUTPUT_UNKNOWN(
            1127,
            "Component '%1$s' takes the %2$s '%4$s' from '%3$s', which declares no output of that name",
            "Correct the reference or add '%4$s' to the %2$s output of '%3$s'"),
    SELF_REFERENCE(1128, "Component '%s' takes its own output as input", "Refer to another component"),
    CYCLE(1129, "The components %s form a loop", "Remove one of the references of the loop"),
    PIPELINE_IN_TRAINING(
            1130,
            "Component '%s' refers to the trained model '%s' in a training job",
            "Set job_parameters.common.job_type to \"predict\" or refer to a component of this DSL"),
    ARGS_IN_VERSION_2(
            1131,
            "Component '%s' takes '%s', but 'args' exists in version 1 only",
            "Add a Reader component and refer to its output"),
    TOO_MANY_EDGES(1132, "The components have %s dependencies; the limit is %s", "Split the job into several jobs"),
    OUTPUT_NOT_AN_OBJECT(
            1140,
            "The output of component '%s' is not an object",
            "Write it as an object with 'data', 'model' or 'cache'"),
    OUTPUT_NOT_A_LIST(
            1141, "The %2$s output of component '%1$s' is not a list", "Write a list of names, such as [\"data\"]"),
    OUTPUT_NAME_NOT_TEXT(
            1142,
            "A name in the %2$s output of component '%1$s' is not a text",
            "Write a list of names, such as [\"data\"]"),
    NO_PARTY_RUNS(
            1150,
            "No party of this job can run component '%s': module %s runs on %s, and the job has %s",
            "Add a party in one of these roles or remove the component"),
    JOB_TOO_LARGE(
            1151,
            "The job has %s components at %s parties; the limit is %s components times parties",
            "Split the job into several jobs"),

    ROLE_MISSING(1201, "The conf has no 'role'", "Add an object 'role' that maps roles to lists of party ids"),
    ROLE_NOT_AN_OBJECT(1202, "'role' is not an object", "Write an object that maps roles to lists of party ids"),
    ROLE_UNKNOWN(1203, "There is no role '%s'", "Use one of %2$s"),
    PARTIES_NOT_A_LIST(1204, "The parties of role '%s' are not a list", "Write a list of party ids, such as [9999]"),
    PARTY_ID_INVALID(1205, "'%s' is not a party id", "Write a whole number from 0 to 9999999999"),
    PARTY_TWICE(1206, "Party %s occurs more than once as %s", "Name each party once per role"),
    NO_PARTIES(1207, "The conf names no party", "Add at least the initiator to 'role'"),
    TOO_MANY_PARTIES(1208, "The conf names %s parties; the limit is %s", "Split the job into several jobs"),
    CONF_TOO_LARGE_FOR_PARTIES(
            1209,
            "The conf has %s characters, which is too much for %s parties",
            "Submit a smaller conf or fewer parties"),
    INITIATOR_MISSING(
            1210, "The conf has no 'initiator'", "Add {\"role\": \"guest\", \"party_id\": 9999} with your values"),
    INITIATOR_NOT_AN_OBJECT(
            1211,
            "'initiator' is not an object",
            "Write it as {\"role\": \"guest\", \"party_id\": 9999} with your values"),
    INITIATOR_INCOMPLETE(
            1212,
            "The initiator has no '%s'",
            "Write it as {\"role\": \"guest\", \"party_id\": 9999} with your values"),
    INITIATOR_ROLE_INVALID(
            1213,
            "The initiator's role is not a text",
            "Write it as {\"role\": \"guest\", \"party_id\": 9999} with your values"),
    INITIATOR_NOT_A_PARTY(
            1214,
            "The initiator %s %s is not among the parties in 'role'",
            "Add %2$s to the list of %1$s or correct the initiator"),
    ROLES_OVERLAP(
            1215,
            "Party %s is guest and arbiter, which %s does not allow with these hosts",
            "Let another party be the arbiter; one party may hold all roles only if it is every host"),
    ARBITER_MISSING(
            1216,
            "Component '%s' can't train without an arbiter: %s needs one, and the job has none",
            "Add a party in the role arbiter"),
    SECTION_NOT_AN_OBJECT(1220, "'%s' is not an object", "Write it as an object or leave it out"),
    JOB_TYPE_INVALID(1221, "The job type '%s' is neither train nor predict", "Use \"train\" or \"predict\""),
    PREDICT_WITHOUT_MODEL(
            1222,
            "A predict job needs '%s'",
            "Add it to job_parameters.common, with the value that the training job returned"),
    VERSION_INVALID(1223, "The dsl_version '%s' is neither 1 nor 2", "Use \"dsl_version\": 2"),
    VERSION_MISSING(1224, "The conf has '%s' but is not marked as version 2", "Add \"dsl_version\": 2"),
    PROVIDER_FOR_UNKNOWN_COMPONENT(
            1225, "A provider is given for component '%s', which is not in the DSL", "Remove it or correct the name"),
    PARAMETERS_FOR_UNKNOWN_COMPONENT(
            1226,
            "Parameters are given for '%s', which is not in the DSL: they have no effect",
            "Remove them or correct the name%2$s"),
    COUNT_INVALID(
            1227, "%s is to be a whole number, and is %s", "Write a number that is not negative, or leave it out"),
    LEGACY_VALUE_NOT_A_LIST(
            1230,
            "'%s' is not a list with a value per party",
            "Write one value for each party of the role, or use dsl_version 2"),
    LEGACY_LIST_LENGTH(
            1231,
            "'%s' has %s values for %s parties",
            "Write one value for each party of the role, or use dsl_version 2"),

    SUITE_MALFORMED(1301, "%s is not a FATE test suite: %s", "A test suite is an object with 'tasks'"),
    TASK_INCOMPLETE(1302, "Task '%s' names no '%s' file", "Add the file's path, relative to the suite"),
    MODULES_MALFORMED(
            1303,
            "%s is not a module file: %s",
            "Write {\"modules\": [{\"name\": ..., \"provider\": ..., \"roles\": {\"guest\": \"Class\"}}]}"),
    OUTPUT_UNWRITABLE(1304, "%s can't be written: %s", "Check the path and the permissions"),
    RESOURCES_NOT_AN_OBJECT(2020, "'resources' is not an object", "Write an object such as {\"GPU\": 1}"),
    RESOURCE_LABEL_INVALID(
            2021,
            "'%s' is no label of a resource",
            "Use 1 to 100 letters, digits, and any of _ . / : -, such as \"GPU\" or \"license/gurobi\""),
    RESOURCE_AMOUNT_INVALID(
            2022,
            "%s is no amount of %s that a task can have: %s",
            "Write whole units, a share of one such as 0.5, for memory a text such as \"4GB\", or for memory and CPU \"auto\""),
    PLACEMENT_UNKNOWN(2023, "There is no placement '%s'", "Use random, pack, spread or affinity, or leave it out"),
    ENGINE_UNKNOWN(
            2056,
            "There is no engine %s for a component",
            "Write \"SPARK\", or leave it out: then a process of the site runs it"),
    SPARK_OPTION_UNKNOWN(
            2057,
            "'%s' is nothing that a job may tell Spark here",
            "Use num-executors, executor-cores, executor-memory, driver-memory, deploy-mode \"client\", and in 'conf' %2$s"),
    SPARK_OPTION_INVALID(
            2058,
            "%s can't be '%s': %s",
            "Write a whole number, for memory a text such as \"2g\" or \"512m\"; or leave it out"),
    QUEUE_NAME_INVALID(
            2033,
            "%s is no name of a queue",
            "Write a text of 1 to 80 letters, digits, and any of _ . -, or leave it out"),
    PRIORITY_INVALID(
            2036, "%s is no priority", "Write a whole number from -1000000 to 1000000; a higher one is served sooner"),
    EXPECTED_DURATION_INVALID(
            2037,
            "%s is no expected_duration",
            "Write how many seconds the job will probably run, as a whole number from 1 to 31536000"),
    PREEMPTIBLE_INVALID(7072, "%s is no preemptible", "Write true or false, or leave it out"),
    MORE_PROBLEMS(1399, "There are %s more problems", "Correct the ones above first");

    private final int number;
    private final String message;
    private final String hint;

    ProblemKind(int number, String message, String hint) {
        this.number = number;
        this.message = message;
        this.hint = hint;
    }

    /** The stable id, such as {@code FFB-1104}. */
    public String id() {
        return "FFB-" + number;
    }

    String message() {
        return message;
    }

    String hint() {
        return hint;
    }
}
