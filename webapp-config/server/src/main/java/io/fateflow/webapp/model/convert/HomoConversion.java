package io.fateflow.webapp.model.convert;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import com.google.protobuf.ByteString;

import io.fateflow.engine.model.ComponentModel;

/** What horizontal components have learned, as files of other frameworks: those of FATE's {@code homo_model_convert}. */
public final class HomoConversion {

    private static final String SKLEARN = "sklearn";
    private static final String LIGHTGBM = "lightgbm";

    /** Which framework a module's model is one of, and what FATE calls the file. */
    private static final Map<String, Target> TARGETS = Map.of(
            "homolr", new Target(SKLEARN, "sklearn.joblib"),
            "homosecureboost", new Target(LIGHTGBM, "lgb.txt"));

    private static final Map<String, String> SPELLINGS = Map.of("scikit-learn", SKLEARN);

    private HomoConversion() {}

    private record Target(String framework, String file) {}

    /**
     * A file.
     *
     * @param name in the folder {@code converted_model} of an archive
     */
    public record Converted(String framework, String name, ByteString content) {}

    /**
     * Converts a model.
     *
     * @param framework which one it is to be; empty for the module's own
     * @return empty if the module's models have no such form
     * @throws IllegalArgumentException FFB-5290 if the model is encrypted or broken
     */
    public static Optional<Converted> convert(ComponentModel model, String framework) {
        String wanted = SPELLINGS.getOrDefault(framework, framework);
        return Optional.ofNullable(TARGETS.get(model.module().toLowerCase(Locale.ROOT)))
                .filter(target -> wanted.isEmpty() || wanted.equals(target.framework()))
                .map(target ->
                        new Converted(target.framework(), target.file(), ByteString.copyFrom(content(model, target))));
    }

    private static byte[] content(ComponentModel model, Target target) {
        if (target.framework().equals(SKLEARN)) {
            return LogisticModel.of(model).sklearn("lbfgs", "auto", true);
        }
        return LightGbmText.of(BoostedTrees.of(model, List.of(), false)).getBytes(StandardCharsets.UTF_8);
    }
}
