package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What is submitted: jobs of guest 9999 and host 10000, and their tables. */
final class Jobs {

    static final String NAMESPACE = "experiment";
    static final String GUEST_TABLE = "breast_guest";
    static final String HOST_TABLE = "breast_host";
    static final int ROWS = 40;

    /** Its executor is whatever the test has configured. */
    static final String HELD_MODULE = "DataStatistics";

    private static final String CONF = """
            {
              "dsl_version": 2,
              "initiator": {"role": "guest", "party_id": 9999},
              "role": {"guest": [9999], "host": [10000]},
              "job_parameters": {"common": {"task_cores": 1}},
              "component_parameters": {"role": {"guest": {"0": {%s}}, "host": {"0": {%s}}}}
            }""";

    private Jobs() {}

    static String csv(String header) {
        StringBuilder csv = new StringBuilder(header).append('\n');
        for (int row = 1; row <= ROWS; row++) {
            csv.append(row).append(",0.5,1.5\n");
        }
        return csv.toString();
    }

    static void uploadTables(FlowClient client) {
        client.upload(GUEST_TABLE, csv("id,y,x0"));
        client.upload(HOST_TABLE, csv("id,x1,x2"));
    }

    static ObjectNode named(String table) {
        return FlowClient.JSON.createObjectNode().put("name", table).put("namespace", NAMESPACE);
    }

    /** Two components; it fails unless both parties have the same number. */
    static ObjectNode secureAdd(int guestNumber, int hostNumber) {
        return secureAdd(named(GUEST_TABLE), named(HOST_TABLE), guestNumber, hostNumber);
    }

    static ObjectNode secureAdd(ObjectNode guestTable, ObjectNode hostTable, int guestNumber, int hostNumber) {
        String party = "\"reader_0\": {\"table\": %s}, \"secure_add_example_0\": {\"data_num\": %d}";
        return job(
                """
                {"components": {
                  "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
                  "secure_add_example_0": {"module": "SecureAddExample", "input": {"data": {"data": ["reader_0.data"]}}}
                }}""", CONF.formatted(party.formatted(guestTable, guestNumber), party.formatted(hostTable, hostNumber)));
    }

    /** Reads, transforms and intersects; {@code transforms} are parameters of DataTransform at guest and host, as JSON. */
    static ObjectNode intersection(String guestTable, String hostTable, String guestTransform, String hostTransform) {
        String party = "\"reader_0\": {\"table\": %s}, \"data_transform_0\": %s";
        return job(
                """
                {"components": {
                  "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
                  "data_transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                                       "output": {"data": ["data"]}},
                  "intersection_0": {"module": "Intersection", "input": {"data": {"data": ["data_transform_0.data"]}},
                                     "output": {"data": ["data"]}}
                }}""",
                CONF.formatted(
                        party.formatted(named(guestTable), guestTransform),
                        party.formatted(named(hostTable), hostTransform)));
    }

    /** One component that runs until the test says otherwise. */
    static ObjectNode held() {
        return job("{\"components\": {\"hold_0\": {\"module\": \"" + HELD_MODULE + "\"}}}", CONF.formatted("", ""));
    }

    /** The same, of guest 9999 and host 10000 on two sites. */
    static ObjectNode heldAtTwoSites() {
        ObjectNode job = held();
        job.withObject("/job_runtime_conf/job_parameters/common").put("federated_mode", "MULTIPLE");
        return job;
    }

    /** The same job as variables of the process. */
    static ObjectNode variables(ObjectNode job, boolean asTransient) {
        ObjectNode body = FlowClient.JSON.createObjectNode();
        ObjectNode variables = body.putObject("variables");
        variable(variables.putObject("dsl"), job.path("job_dsl").toString(), asTransient);
        variable(
                variables.putObject("runtimeConf"), job.path("job_runtime_conf").toString(), asTransient);
        return body;
    }

    /** As variables of type Json: the friendly form, of any length. */
    static ObjectNode jsonVariables(String dsl, String conf) {
        ObjectNode body = FlowClient.JSON.createObjectNode();
        ObjectNode variables = body.putObject("variables");
        variables.putObject("dsl").put("type", "Json").put("value", dsl);
        variables.putObject("runtimeConf").put("type", "Json").put("value", conf);
        return body;
    }

    private static void variable(ObjectNode variable, String text, boolean asTransient) {
        variable.put("type", "String").put("value", text);
        if (asTransient) {
            variable.putObject("valueInfo").put("transient", true);
        }
    }

    static ObjectNode job(String dsl, String conf) {
        try {
            ObjectNode job = FlowClient.JSON.createObjectNode();
            job.set("job_dsl", FlowClient.JSON.readTree(dsl));
            job.set("job_runtime_conf", FlowClient.JSON.readTree(conf));
            return job;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
