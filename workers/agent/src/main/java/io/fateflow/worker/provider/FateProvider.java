package io.fateflow.worker.provider;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A FATE installation whose own Python runs components on this machine.
 *
 * @param name as confs name it, with its version: {@code fate@1.11.4}
 * @param home the directory that has {@code federatedml} and {@code fate_arch}
 * @param python the interpreter that can import what those need
 * @param environment added to what an executor inherits
 */
public record FateProvider(String name, Path home, String python, Map<String, String> environment) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+@[A-Za-z0-9_.+-]+");
    private static final String PYTHON_PATH = "PYTHONPATH";
    private static final String PACKAGE = "fate_runner";
    private static final String PARTNERS = "FATE_ENGINE_PARTIES";
    private static final String ENGINE_BASE = "FATE_ENGINE_BASE";

    public FateProvider {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "FFB-2054 the provider's name is %s: give it name and version, such as fate@1.11.4"
                            .formatted(name));
        }
        if (python.isBlank()) {
            throw new IllegalArgumentException(
                    "FFB-2054 the provider %s has no Python: name the interpreter that FATE was installed for"
                            .formatted(name));
        }
        environment = Map.copyOf(environment);
    }

    /**
     * The same, whose executors exchange data with those of FATE Flow in Python where one of these parties takes part.
     *
     * @param partners whose sites are FATE Flow in Python
     * @param engineBase the base of FATE whose conf has the federation engine that is used with them
     */
    public FateProvider withPartners(List<Long> partners, @Nullable Path engineBase) {
        if (partners.isEmpty()) {
            return this;
        }
        if (engineBase == null) {
            throw new IllegalArgumentException(
                    "FFB-2054 the provider %s has partners and no engine-base: name the directory whose conf/service_conf.yaml has the federation engine that FATE uses with them"
                            .formatted(name));
        }
        Map<String, String> all = new HashMap<>(environment);
        all.put(PARTNERS, partners.stream().map(String::valueOf).collect(Collectors.joining(",")));
        all.put(ENGINE_BASE, engineBase.toAbsolutePath().toString());
        return new FateProvider(name, home, python, all);
    }

    /** Runs one component, in the directory where it is started. */
    public List<String> command() {
        return List.of(python, "-m", PACKAGE);
    }

    /** Tries its modules, and leaves in a file what came of it. */
    List<String> probe(Path file) {
        return List.of(python, "-m", PACKAGE + ".probe", file.toString());
    }

    /**
     * What either of them needs.
     *
     * @param runner the jar that has the package
     */
    public Map<String, String> environment(Path runner) {
        Map<String, String> all = new HashMap<>(environment);
        List<String> path = new ArrayList<>(List.of(runner.toString()));
        if (environment.containsKey(PYTHON_PATH)) {
            path.add(environment.get(PYTHON_PATH));
        }
        all.put(PYTHON_PATH, String.join(File.pathSeparator, path));
        all.put("FATE_PYTHON_HOME", home.toString());
        return all;
    }
}
