package io.fateflow.dsl.module;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One module a component can use.
 *
 * @param name the canonical name, such as {@code HeteroLR}
 * @param provider the provider's name, {@code fate} or {@code fate_flow} for the standard ones
 * @param aliases further names, matched exactly
 * @param codePaths role to the name of the class that runs there (FATE's {@code CodePath}), in the order of the file
 * @param discloses role to what other parties get to know of that party's data, a sentence for who decides about them
 */
public record FateModule(
        String name,
        String provider,
        List<String> aliases,
        Map<String, String> codePaths,
        Map<String, String> discloses) {

    /** A module of which nobody says what it discloses. */
    public FateModule(String name, String provider, List<String> aliases, Map<String, String> codePaths) {
        this(name, provider, aliases, codePaths, Map.of());
    }

    /** The roles that run this module. */
    public Set<String> roles() {
        return codePaths.keySet();
    }

    public boolean runsOn(String role) {
        return codePaths.containsKey(role);
    }

    /** FATE's {@code CodePath} for a role; empty if the module does not run there. */
    public Optional<String> codePath(String role) {
        return Optional.ofNullable(codePaths.get(role));
    }
}
