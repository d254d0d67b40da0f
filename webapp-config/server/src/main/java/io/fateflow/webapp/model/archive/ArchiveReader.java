package io.fateflow.webapp.model.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

import io.fateflow.database.TextColumn;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.WireJson;

/** One archive of a model, of this server's or of FATE's. */
final class ArchiveReader implements Closeable {

    private static final Pattern NAME = Pattern.compile("[\\w-][\\w.-]{0,79}", Pattern.UNICODE_CHARACTER_CLASS);
    private static final int LARGEST_YAML = 4 << 20;
    private static final int DEEPEST_YAML = 20;

    private final BoundedZip zip;
    private final List<Learned> learned;
    private final WireJson json;

    /** One output of a component: where its two messages stand. */
    private record Learned(String component, String alias, String module, String meta, String param) {}

    private ArchiveReader(BoundedZip zip, List<Learned> learned, WireJson json) {
        this.zip = zip;
        this.learned = List.copyOf(learned);
        this.json = json;
    }

    /** @throws BadArchiveException if it is none, or none that can be taken over whole */
    static ArchiveReader open(Path file, ModelProperties limits, WireJson json) throws IOException {
        BoundedZip zip = BoundedZip.open(file, limits);
        try {
            zip.verify();
            ArchiveReader archive = new ArchiveReader(zip, define(zip, json), json);
            // each is read before the first is stored
            archive.components().forEach(component -> {});
            return archive;
        } catch (RuntimeException | IOException e) {
            zip.close();
            throw e;
        }
    }

    private static List<Learned> define(BoundedZip zip, WireJson json) throws IOException {
        JsonNode define = yaml(zip.read(ArchiveLayout.DEFINE), json);
        List<Learned> learned = new ArrayList<>();
        define.path("component_define").properties().forEach(entry -> {
            String component = entry.getKey();
            if (component.equals(ArchiveLayout.PIPELINE_COMPONENT)) {
                return;
            }
            String module = entry.getValue().path("module_name").asText();
            define.path("model_proto")
                    .path(component)
                    .properties()
                    .forEach(alias -> learned.add(learned(component, alias.getKey(), module, alias.getValue())));
        });
        return learned;
    }

    private static Learned learned(String component, String alias, String module, JsonNode files) {
        List<String> metas = new ArrayList<>();
        List<String> params = new ArrayList<>();
        files.fieldNames().forEachRemaining(file -> (file.endsWith("Meta") ? metas : params).add(file));
        if (metas.size() != 1 || params.size() != 1) {
            throw new BadArchiveException("FFB-5257 " + ArchiveLayout.DEFINE + ": the model of component " + component
                    + " (" + module + ") is not two messages, how it was learned and what; no such module runs here.");
        }
        Learned one = new Learned(component, alias, module, metas.get(0), params.get(0));
        check("component", component, TextColumn.AUDIT_COMPONENT);
        check("alias", alias, TextColumn.MODEL_ALIAS);
        check("module_name", module, TextColumn.MODEL_MODULE);
        check("model_proto", one.meta(), TextColumn.MODEL_META_NAME);
        check("model_proto", one.param(), TextColumn.MODEL_PARAM_NAME);
        return one;
    }

    private static void check(String what, String name, TextColumn column) {
        if (!NAME.matcher(name).matches() || column.problem(what, name).isPresent()) {
            throw new BadArchiveException(
                    "FFB-5254 " + ArchiveLayout.DEFINE + ": a name under " + what + " is none that FATE gives.");
        }
    }

    /** Only texts, numbers, lists and maps, of which none is there twice. */
    private static JsonNode yaml(byte[] text, WireJson json) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(LARGEST_YAML);
        options.setNestingDepthLimit(DEEPEST_YAML);
        options.setMaxAliasesForCollections(0);
        options.setAllowDuplicateKeys(false);
        try {
            Object read = new Yaml(new SafeConstructor(options)).load(new String(text, StandardCharsets.UTF_8));
            return read == null ? json.object() : json.tree(read);
        } catch (YAMLException | IllegalArgumentException e) {
            throw new BadArchiveException("FFB-5254 " + ArchiveLayout.DEFINE + " is no YAML as FATE writes it.", e);
        }
    }

    /** The model without what was learned, for the ids that it is to have here. */
    ImportedModel model(PartyModel part, String sha256) throws IOException {
        ObjectNode parameters = json.object();
        for (Learned one : learned) {
            String file = ArchiveLayout.runParameters(one.component());
            if (zip.has(file)) {
                parameters.set(one.component(), object(file));
            }
        }
        return PipelineMessage.read(
                part, object(ArchiveLayout.json(ArchiveLayout.pipeline())), parameters, sha256, json);
    }

    /** What was learned, each read when it is asked for. */
    Iterable<ComponentModel> components() {
        return () -> learned.stream().map(this::component).iterator();
    }

    private ComponentModel component(Learned one) {
        try {
            return new ComponentModel(
                    one.component(),
                    one.alias(),
                    one.module(),
                    one.meta(),
                    message(one, one.meta()),
                    one.param(),
                    message(one, one.param()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ObjectNode message(Learned one, String name) throws IOException {
        return object(ArchiveLayout.json(ArchiveLayout.message(one.component(), one.alias(), name)));
    }

    private ObjectNode object(String file) throws IOException {
        byte[] content = zip.read(file);
        try {
            if (json.read(content) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new BadArchiveException("FFB-5254 " + file + " is no JSON.", e);
        }
        throw new BadArchiveException("FFB-5254 " + file + " is no JSON object.");
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
