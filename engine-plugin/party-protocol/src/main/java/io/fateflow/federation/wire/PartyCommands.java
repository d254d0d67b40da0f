package io.fateflow.federation.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.federation.status.JobStatus;

/**
 * Commands of a job's initiator to one of its parties, in one message; only sites of ours take it. They are done in their order, each
 * as if it had come alone, up to the first that is not done: those behind it must not overtake it.
 *
 * @param at the job and the party that all of them are about
 * @param commands 1 to {@link #MOST}
 */
public record PartyCommands(JobAddress at, List<Numbered> commands) implements WireCall {

    /** As many go into one message. */
    public static final int MOST = 32;

    private static final String COMMANDS = "commands";
    private static final String ANSWERS = "answers";
    private static final String NUMBER = "number";
    private static final String PATH = "path";
    private static final String BODY = "body";

    /** A command with its number, as {@link CallHeaders#commandNumber}. */
    public record Numbered(long number, PartyCall call) {

        /** @throws IllegalArgumentException if it has none: in a message nobody would know which one is late */
        public Numbered {
            if (number < 1) {
                throw new IllegalArgumentException(call.path() + " has no number");
            }
        }
    }

    /** @throws IllegalArgumentException if they are none, too many, or not all about this job at this party */
    public PartyCommands {
        commands = List.copyOf(commands);
        if (commands.isEmpty() || commands.size() > MOST) {
            throw new IllegalArgumentException("1 to " + MOST + " commands go together, not " + commands.size());
        }
        for (Numbered command : commands) {
            if (!command.call().at().job().equals(at)) {
                throw new IllegalArgumentException(command.call().path() + " is not about this job at this party");
            }
        }
    }

    static PartyCommands of(JobAddress at, ObjectNode body) {
        List<Numbered> commands = new ArrayList<>();
        for (JsonNode command : body.path(COMMANDS)) {
            commands.add(new Numbered(command.path(NUMBER).asLong(), call(command)));
        }
        return new PartyCommands(at, commands);
    }

    private static PartyCall call(JsonNode command) {
        String path = command.path(PATH).asText();
        return WireRoutes.parse(path, WireText.body(command.path(BODY)))
                .filter(PartyCall.class::isInstance)
                .map(PartyCall.class::cast)
                .orElseThrow(() -> new IllegalArgumentException("no command has the path " + path));
    }

    /**
     * The commands in their order, in parts that may each be one transaction. Rows of tasks are locked before those of the job, and
     * those of several tasks in no common order: so a part is about one task, and about the job only behind it. And what a command has
     * asked the engine for, the next one would not find before the transaction ends: so there is one such command in a part.
     */
    public List<List<Numbered>> parts() {
        List<List<Numbered>> parts = new ArrayList<>();
        for (Numbered command : commands) {
            if (parts.isEmpty() || !isFit(parts.get(parts.size() - 1), command.call())) {
                parts.add(new ArrayList<>());
            }
            parts.get(parts.size() - 1).add(command);
        }
        return parts;
    }

    private static boolean isFit(List<Numbered> part, PartyCall next) {
        boolean oneTask = next instanceof JobCall
                || part.stream().allMatch(other -> other.call().at().equals(next.at()));
        return oneTask && (onlyWrites(next) || part.stream().allMatch(other -> onlyWrites(other.call())));
    }

    /** Into our rows, and asks the engine for nothing. */
    private static boolean onlyWrites(PartyCall call) {
        return call instanceof TaskCall.SetTaskStatus
                || call instanceof JobCall.UpdateJob
                || call instanceof JobCall.CleanJob
                || (call instanceof JobCall.SetJobStatus ofJob && ofJob.status() == JobStatus.WAITING);
    }

    @Override
    public Map<String, String> pathValues() {
        return at.pathValues("");
    }

    @Override
    public ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode list = body.putArray(COMMANDS);
        commands.forEach(command -> list.addObject()
                .put(NUMBER, command.number())
                .put(PATH, command.call().path())
                .set(BODY, command.call().body()));
        return body;
    }

    /** Whether what stands behind a command with this answer may be done. */
    public static boolean goesOn(Answer answer) {
        return answer.retcode() == Answer.SUCCESS
                || answer.retcode() == Answer.NOT_EFFECTIVE
                || answer.saysLaterOneWasTaken();
    }

    /** The answer to the message: those to its commands, as far as they were done. */
    public static Answer answer(List<Answer> answers) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ArrayNode list = data.putArray(ANSWERS);
        answers.forEach(answer -> list.add(answer.json()));
        return Answer.of(data);
    }

    /**
     * Reads {@link #answer}.
     *
     * @throws WireFormatException if there is none, more than were asked for, or one behind a command that was not done
     */
    public List<Answer> answers(Answer answer) {
        List<Answer> answers = new ArrayList<>();
        JsonNode data = answer.data();
        if (data != null) {
            data.path(ANSWERS).forEach(each -> answers.add(Answer.read(WireText.body(each))));
        }
        boolean inOrder = !answers.isEmpty()
                && answers.size() <= commands.size()
                && answers.subList(0, answers.size() - 1).stream().allMatch(PartyCommands::goesOn);
        if (!inOrder) {
            throw new WireFormatException("the answer is none to commands that went together");
        }
        return answers;
    }
}
