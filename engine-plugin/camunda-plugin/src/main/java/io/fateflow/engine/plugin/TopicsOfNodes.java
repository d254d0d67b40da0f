package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.bpmn.behavior.ExternalTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.parser.AbstractBpmnParseListener;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.core.variable.mapping.value.ParameterValueProvider;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ScopeImpl;
import org.camunda.bpm.engine.impl.util.xml.Element;

import io.fateflow.engine.resource.placement.PlacedTopics;

/**
 * Has the external task of an attempt that was placed on a node carry that node in its topic. An expression in the process
 * would do it, and there are none; a variable would cost every attempt its rows.
 */
final class TopicsOfNodes extends AbstractBpmnParseListener {

    private final PlacedTopics topics;

    TopicsOfNodes(PlacedTopics topics) {
        this.topics = topics;
    }

    @Override
    public void parseServiceTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        if (activity.getActivityBehavior() instanceof ExternalTaskActivityBehavior external
                && PlacedTopics.ANYWHERE.equals(element.attributeNS(BpmnParse.CAMUNDA_BPMN_EXTENSIONS_NS, "topic"))) {
            activity.setActivityBehavior(
                    new ExternalTaskActivityBehavior(new Topic(topics), external.getPriorityValueProvider()));
        }
    }

    private record Topic(PlacedTopics topics) implements ParameterValueProvider {

        @Override
        public Object getValue(VariableScope scope) {
            return topics.topic(((ExecutionEntity) scope).getProcessBusinessKey());
        }

        @Override
        public boolean isDynamic() {
            return true;
        }
    }
}
