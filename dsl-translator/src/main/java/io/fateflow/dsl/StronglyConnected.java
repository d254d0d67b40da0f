package io.fateflow.dsl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Groups of at least two components that lead back to each other (Kosaraju, without recursion). */
final class StronglyConnected {

    private final Graph graph;
    private final Set<String> visited = new HashSet<>();

    StronglyConnected(Graph graph) {
        this.graph = graph;
    }

    /** The groups, and the members of each, in declaration order. */
    List<List<String>> groups() {
        Deque<String> lastFinishedFirst = finishOrder();
        Map<String, Integer> index = new HashMap<>();
        graph.names().forEach(name -> index.put(name, index.size()));
        Comparator<String> byDeclaration = Comparator.comparing(name -> index.getOrDefault(name, 0));
        visited.clear();
        List<List<String>> groups = new ArrayList<>();
        for (String name : lastFinishedFirst) {
            List<String> group = collectBackwards(name);
            if (group.size() > 1) {
                group.sort(byDeclaration);
                groups.add(group);
            }
        }
        groups.sort(Comparator.comparing(group -> group.get(0), byDeclaration));
        return groups;
    }

    private record Visit(String name, boolean leaving) {}

    private Deque<String> finishOrder() {
        Deque<String> finished = new ArrayDeque<>();
        for (String root : graph.names()) {
            Deque<Visit> stack = new ArrayDeque<>(List.of(new Visit(root, false)));
            while (!stack.isEmpty()) {
                Visit visit = stack.pop();
                if (visit.leaving()) {
                    finished.push(visit.name());
                } else if (visited.add(visit.name())) {
                    stack.push(new Visit(visit.name(), true));
                    graph.downstreamOf(visit.name()).forEach(next -> stack.push(new Visit(next, false)));
                }
            }
        }
        return finished;
    }

    private List<String> collectBackwards(String root) {
        List<String> group = new ArrayList<>();
        Deque<String> stack = new ArrayDeque<>(List.of(root));
        while (!stack.isEmpty()) {
            String name = stack.pop();
            if (visited.add(name)) {
                group.add(name);
                stack.addAll(graph.upstreamOf(name));
            }
        }
        return group;
    }
}
