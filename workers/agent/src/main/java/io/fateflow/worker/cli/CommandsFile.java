package io.fateflow.worker.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.agent.CommandTemplate;

/** Which programs run which modules, as a server's {@code fate.worker.commands} has it: YAML, or JSON. */
final class CommandsFile {

    private static final TypeReference<Map<String, Program>> BY_MODULE = new TypeReference<>() {};

    private CommandsFile() {}

    private record Program(
            @Nullable List<String> command,
            @JsonProperty("pass-arguments") @Nullable Boolean passArguments,
            @JsonProperty("csv-tables") boolean csvTables,
            @Nullable Map<String, String> environment) {

        CommandTemplate template() {
            return new CommandTemplate(
                    Optional.ofNullable(command).orElse(List.of()),
                    passArguments == null || passArguments,
                    csvTables,
                    Optional.ofNullable(environment).orElse(Map.of()));
        }
    }

    /**
     * Reads it.
     *
     * @return by FATE's module name, or {@code *}
     * @throws IllegalArgumentException naming file, line and what is wrong there
     */
    static Map<String, CommandTemplate> read(Path file) throws IOException {
        Map<String, CommandTemplate> commands = new LinkedHashMap<>();
        try {
            Map<String, @Nullable Program> programs = new YAMLMapper().readValue(Files.readString(file), BY_MODULE);
            programs.forEach((module, program) -> commands.put(module, template(file, module, program)));
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
            throw new IllegalArgumentException(file + where + ": " + e.getOriginalMessage(), e);
        }
        return commands;
    }

    private static CommandTemplate template(Path file, String module, @Nullable Program program) {
        if (program == null) {
            throw new IllegalArgumentException(file + ": " + module + " has no command");
        }
        try {
            return program.template();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + module + ": " + e.getMessage(), e);
        }
    }
}
