package io.fateflow.dsl.problem;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that everything can be reported at once. For one thread. */
public final class Findings {

    /** More than this many are counted, not kept: a hostile file must not fill the memory with complaints. */
    public static final int LIMIT = 5_000;

    private static final int LONGEST_POINTERS = 4_000_000;

    private final List<Finding> found = new ArrayList<>();
    private int omitted;
    private int pointers;

    public void add(ProblemKind kind, Place place, Object... arguments) {
        if (isFull()) {
            omitted++;
        } else {
            add(Finding.of(kind, place, arguments));
        }
    }

    public void add(Finding finding) {
        if (isFull()) {
            omitted++;
        } else {
            found.add(finding);
            pointers += finding.pointer().length();
        }
    }

    private boolean isFull() {
        return found.size() >= LIMIT || pointers > LONGEST_POINTERS;
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<Finding> found() {
        return List.copyOf(found);
    }

    /** How many problems there were beyond the limits. */
    public int omitted() {
        return omitted;
    }
}
