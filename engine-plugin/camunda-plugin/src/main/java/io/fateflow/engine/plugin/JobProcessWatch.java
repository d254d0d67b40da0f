package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.impl.bpmn.parser.AbstractBpmnParseListener;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.util.xml.Element;

import io.fateflow.engine.process.JobProcessEnded;

/** Hangs {@link JobProcessEnded} on {@code fate-job}; built in, so that deleting without listeners does not skip it. */
final class JobProcessWatch extends AbstractBpmnParseListener {

    private final JobProcessEnded ended;

    JobProcessWatch(JobProcessEnded ended) {
        this.ended = ended;
    }

    @Override
    public void parseProcess(Element element, ProcessDefinitionEntity definition) {
        if (definition.getKey().equals("fate-job")) {
            definition.addBuiltInListener(ExecutionListener.EVENTNAME_END, ended);
        }
    }
}
