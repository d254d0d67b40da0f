package io.fateflow.dsl;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.instance.CallActivity;
import org.camunda.bpm.model.bpmn.instance.FlowNode;

import io.fateflow.dsl.bpmn.CompiledDag;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

class TranslatorPropertiesTest {

    private final DagCompiler compiler = new DagCompiler();

    /** A random DAG, declared in random order. */
    static Map<String, SortedSet<String>> dag(int size, long seed) {
        Random random = new Random(seed);
        Map<String, SortedSet<String>> upstream = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            SortedSet<String> before = new TreeSet<>();
            for (int n = random.nextInt(4); n > 0 && i > 0; n--) {
                before.add("c" + random.nextInt(i));
            }
            upstream.put("c" + i, before);
        }
        return shuffled(upstream, random);
    }

    private static Map<String, SortedSet<String>> shuffled(Map<String, SortedSet<String>> map, Random random) {
        List<String> names = new ArrayList<>(map.keySet());
        Collections.shuffle(names, random);
        Map<String, SortedSet<String>> shuffled = new LinkedHashMap<>();
        names.forEach(name -> shuffled.put(name, map.get(name)));
        return shuffled;
    }

    @Property(tries = 200)
    void putsEachComponentOnceAndAfterItsUpstream(@ForAll @IntRange(min = 1, max = 40) int size, @ForAll long seed) {
        Map<String, SortedSet<String>> dag = dag(size, seed);
        List<ComponentPlan> components =
                JobBuilder.aJob().transforms(dag).plan().components();

        List<String> seen = new ArrayList<>();
        for (ComponentPlan component : components) {
            assertThat(component.upstream()).isEqualTo(dag.get(component.name()));
            assertThat(seen).containsAll(component.upstream());
            seen.add(component.name());
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(dag.keySet());
    }

    @Property(tries = 60)
    void compilesToBpmnThatRunsEachComponentAfterItsUpstream(
            @ForAll @IntRange(min = 1, max = 40) int size, @ForAll long seed) {
        Map<String, SortedSet<String>> dag = dag(size, seed);
        CompiledDag compiled = compiler.compile(dag);
        BpmnModelInstance model =
                Bpmn.readModelFromStream(new ByteArrayInputStream(compiled.xml().getBytes(StandardCharsets.UTF_8)));

        assertThat(model.getModelElementsByType(CallActivity.class))
                .hasSize(size)
                .allSatisfy(call -> assertThat(callsBefore(call)).isEqualTo(dag.get(call.getName())));
    }

    /** The components that directly precede an activity, seen through gateways. */
    private static SortedSet<String> callsBefore(FlowNode node) {
        SortedSet<String> names = new TreeSet<>();
        for (FlowNode before : node.getPreviousNodes().list()) {
            if (before instanceof CallActivity call) {
                names.add(call.getName());
            } else {
                names.addAll(callsBefore(before));
            }
        }
        return names;
    }

    @Property(tries = 60)
    void compilesAShapeTheSameInAnyOrderOfDeclaration(
            @ForAll @IntRange(min = 1, max = 30) int size, @ForAll long seed, @ForAll long order) {
        Map<String, SortedSet<String>> dag = dag(size, seed);

        assertThat(compiler.compile(shuffled(dag, new Random(order)))).isEqualTo(compiler.compile(dag));
    }

    @Property(tries = 300)
    void neverThrows(@ForAll String dsl, @ForAll String conf, @ForAll long seed) {
        DslTranslator translator = new DslTranslator(ModuleCatalog.standard());

        assertThat(translator.translate(dsl, conf)).isInstanceOf(Translation.Rejected.class);
        JobBuilder job = JobBuilder.aJob().transforms(dag(5, seed));
        assertThat(translator.translate(damaged(job.dsl(), seed), damaged(job.conf(), seed + 1)))
                .isNotNull();
    }

    /** Replaces one JSON value or character by another. */
    private static String damaged(String json, long seed) {
        Random random = new Random(seed);
        String[] replacements = {"null", "[]", "{}", "7", "\"\"", "true", "\"c1.data\"", "", "\u0000"};
        int at = random.nextInt(json.length());
        int end = Math.min(json.length(), at + random.nextInt(12));
        return json.substring(0, at) + replacements[random.nextInt(replacements.length)] + json.substring(end);
    }

    @Property(tries = 300)
    void survivesAnyValueAnywhere(@ForAll long seed) {
        Random random = new Random(seed);
        JobBuilder job = JobBuilder.aJob().transforms(dag(4, seed));
        String replacement =
                List.of("null", "[]", "{}", "7", "\"a\"", "[[1]]", "[{}]").get(random.nextInt(7));
        String dsl = replaceValue(job.dsl(), replacement, random);
        String conf = replaceValue(
                job.conf("job_parameters", "{'common': {'job_type': 'train'}, 'role': {'guest': {'0': {}}}}")
                        .conf("component_parameters", "{'common': {'c0': {}}, 'role': {'host': {'all': {'c0': {}}}}}")
                        .conf("provider", "{'common': {'c0': 'fate'}}")
                        .conf("dsl_version", random.nextBoolean() ? "1" : "2")
                        .conf("algorithm_parameters", "{'c0': {'a': 1}}")
                        .conf("role_parameters", "{'host': {'args': {'data': {'a': [1]}}, 'c0': {'a': [1]}}}")
                        .conf(),
                replacement,
                random);

        assertThat(new DslTranslator(ModuleCatalog.standard()).translate(dsl, conf))
                .isNotNull();
    }

    private static String replaceValue(String json, String replacement, Random random) {
        int colons = (int) json.chars().filter(c -> c == ':').count();
        int chosen = random.nextInt(colons);
        int at = -1;
        for (int i = 0; i <= chosen; i++) {
            at = json.indexOf(':', at + 1);
        }
        return json.substring(0, at + 1) + replacement + json.substring(endOfValue(json, at + 1));
    }

    private static int endOfValue(String json, int start) {
        int depth = 0;
        for (int i = start; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                if (depth == 0) {
                    return i;
                }
                depth--;
            } else if (c == ',' && depth == 0) {
                return i;
            }
        }
        return json.length();
    }
}
