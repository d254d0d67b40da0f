package io.fateflow.webapp.limit;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is counted of callers, by name: of the latest ten thousand, so that names that nobody has fill no memory. Not thread-safe. */
final class LatestCallers<T> extends LinkedHashMap<String, T> {

    private static final long serialVersionUID = 1L;
    private static final int MOST = 10_000;

    LatestCallers() {
        super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
        return size() > MOST;
    }
}
