package io.fateflow.webapp.camunda;

import java.util.List;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.externaltask.LockedExternalTask;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** What the engine can do without a scheduler: the same number of external tasks, and nothing else. */
@Component
@Lazy
public final class BareProcess {

    private static final String KEY = "bare-bench";
    private static final String HEAD = "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'"
            + " xmlns:camunda='http://camunda.org/schema/1.0/bpmn' targetNamespace='bench'>"
            + "<process id='" + KEY + "' isExecutable='true' camunda:historyTimeToLive='P1D'><startEvent id='s'/>";

    private final ProcessEngine engine;

    BareProcess(ProcessEngine engine) {
        this.engine = engine;
    }

    /**
     * Runs instances with one worker that fetches and completes.
     *
     * @param components of each instance, one after the other
     * @param parties external tasks of each component, at the same time
     * @return how long it took, in nanoseconds
     */
    public long run(int instances, int components, int parties) {
        engine.getRepositoryService()
                .createDeployment()
                .name(KEY)
                .addString(KEY + ".bpmn", xml(components, parties))
                .deploy();
        long begin = System.nanoTime();
        for (int instance = 0; instance < instances; instance++) {
            engine.getRuntimeService().startProcessInstanceByKey(KEY);
        }
        int left = instances * components * parties;
        while (left > 0) {
            List<LockedExternalTask> tasks = engine.getExternalTaskService()
                    .fetchAndLock(20, KEY)
                    .topic(KEY, 60_000)
                    .variables(List.of())
                    .execute();
            tasks.forEach(task -> engine.getExternalTaskService().complete(task.getId(), KEY));
            left -= tasks.size();
        }
        return System.nanoTime() - begin;
    }

    private static String xml(int components, int parties) {
        StringBuilder xml = new StringBuilder(HEAD);
        String previous = "s";
        for (int component = 0; component < components; component++) {
            String fork = "f" + component;
            String join = "j" + component;
            xml.append("<parallelGateway id='" + fork + "'/><parallelGateway id='" + join + "'/>");
            flow(xml, previous, fork);
            for (int party = 0; party < parties; party++) {
                String task = "t" + component + "_" + party;
                xml.append("<serviceTask id='" + task + "' camunda:type='external' camunda:topic='" + KEY + "'/>");
                flow(xml, fork, task);
                flow(xml, task, join);
            }
            previous = join;
        }
        xml.append("<endEvent id='e'/>");
        flow(xml, previous, "e");
        return xml.append("</process></definitions>").toString();
    }

    private static void flow(StringBuilder xml, String from, String to) {
        xml.append("<sequenceFlow id='" + from + "-" + to + "' sourceRef='" + from + "' targetRef='" + to + "'/>");
    }
}
