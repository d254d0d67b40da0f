package io.fateflow.dsl.module;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The modules that components can use. Immutable.
 *
 * <p>Looked up as in FATE's registry: first an exact alias, then the lower-cased module name.
 */
public final class ModuleCatalog {

    private static final String STANDARD = "/io/fateflow/dsl/module/fate-modules.json";
    private static final Set<String> FATE_ROLES = Set.of("guest", "host", "arbiter", "local");

    private final Map<String, FateModule> byKey = new LinkedHashMap<>();
    private final Map<String, FateModule> byAlias = new LinkedHashMap<>();

    private ModuleCatalog(Collection<FateModule> modules) {
        for (FateModule module : modules) {
            byKey.put(key(module.name()), module);
            module.aliases().forEach(alias -> byAlias.put(alias, module));
        }
    }

    /** The modules that FATE 1.11 ships. */
    public static ModuleCatalog standard() {
        try (InputStream file = ModuleCatalog.class.getResourceAsStream(STANDARD)) {
            if (file == null) {
                throw new IllegalStateException("missing resource " + STANDARD);
            }
            return new ModuleCatalog(ModuleFile.read(file.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * This catalogue with the modules of a file added; one of the same name replaces the old one.
     *
     * @throws ModuleFileException if the file can't be read or is malformed
     */
    public ModuleCatalog with(Path file) {
        try {
            return with(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new ModuleFileException("can't read " + file, e);
        }
    }

    /**
     * This catalogue with the modules of a JSON text added; one of the same name replaces the old one.
     *
     * @throws ModuleFileException if the text is malformed
     */
    public ModuleCatalog with(String json) {
        return with(json.getBytes(StandardCharsets.UTF_8));
    }

    /** This catalogue with those of the modules added whose names and aliases it does not have. */
    public ModuleCatalog withMissing(Collection<FateModule> modules) {
        Map<String, FateModule> all = new LinkedHashMap<>(byKey);
        modules.stream()
                .filter(module -> find(module.name()).isEmpty())
                .forEach(module -> all.putIfAbsent(key(module.name()), module));
        return new ModuleCatalog(all.values());
    }

    private ModuleCatalog with(byte[] json) {
        Map<String, FateModule> all = new LinkedHashMap<>(byKey);
        ModuleFile.read(json).forEach(module -> all.put(key(module.name()), module));
        return new ModuleCatalog(all.values());
    }

    /** The module of that name or alias. */
    public Optional<FateModule> find(String name) {
        FateModule byExactAlias = byAlias.get(name);
        return Optional.ofNullable(byExactAlias != null ? byExactAlias : byKey.get(key(name)));
    }

    /** All modules, in the order of their files. */
    public List<FateModule> modules() {
        return List.copyOf(byKey.values());
    }

    /** The names of all providers, sorted. */
    public Set<String> providers() {
        Set<String> names = new TreeSet<>();
        byKey.values().forEach(module -> names.add(module.provider()));
        return names;
    }

    /** The roles a party can have, sorted: FATE's, and those of added modules. */
    public Set<String> roles() {
        Set<String> roles = new TreeSet<>(FATE_ROLES);
        byKey.values().forEach(module -> roles.addAll(module.roles()));
        return roles;
    }

    /** The module whose name is most like this one, if any is. */
    public Optional<String> closestTo(String name) {
        List<String> names = new ArrayList<>(byAlias.keySet());
        byKey.values().forEach(module -> names.add(module.name()));
        return Spelling.closest(name, names);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
