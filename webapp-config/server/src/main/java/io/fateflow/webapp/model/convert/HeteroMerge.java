package io.fateflow.webapp.model.convert;

import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import io.fateflow.engine.model.ComponentModel;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;

/** What a guest and its hosts have learned as one model, in the forms of FATE's {@code hetero_model_merge}. */
public final class HeteroMerge {

    private static final List<String> FORMATS = List.of("lightgbm", "lgb", "sklearn", "pmml");
    private static final List<String> TREES = List.of("secureboost", "tree", "sbt");
    private static final List<String> LINEAR = List.of("logistic_regression", "lr");

    private HeteroMerge() {}

    /**
     * How it is merged.
     *
     * @param target the label's name in PMML
     * @param rename whether a host's columns end with its name, of trees
     * @param withGuest whether the guest's coefficients are part of a regression
     */
    public record Wish(String modelType, String format, String target, boolean rename, boolean withGuest) {}

    /**
     * The merged model's text: LightGBM's file, PMML, or a JSON string of a pickled object in Base64.
     *
     * @throws ApiException in FATE's words, if it knows no such type or format
     * @throws IllegalArgumentException FFB-5290 if the parts don't fit
     */
    public static String merge(ComponentModel guest, List<ComponentModel> hosts, Wish wish, WireJson json)
            throws IOException {
        String type = wish.modelType().toLowerCase(Locale.ROOT);
        String format = wish.format().toLowerCase(Locale.ROOT);
        if (!FORMATS.contains(format)) {
            throw ApiException.uncaught("ValueError", "unknown output format: " + wish.format());
        }
        if (TREES.contains(type)) {
            return trees(BoostedTrees.of(guest, hosts, wish.rename()), format, wish);
        }
        if (LINEAR.contains(type)) {
            return regression(guest, hosts, format, wish, json);
        }
        throw ApiException.uncaught(
                "ValueError",
                "model type should be one in [\"sbt\", \"lr\"], but got unknown model type: " + wish.modelType());
    }

    private static String trees(BoostedTrees model, String format, Wish wish) {
        return switch (format) {
            case "lightgbm", "lgb" -> LightGbmText.of(model);
            case "pmml" -> Pmml.of(model, wish.target());
            default -> throw unknown(wish);
        };
    }

    private static String regression(
            ComponentModel guest, List<ComponentModel> hosts, String format, Wish wish, WireJson json)
            throws IOException {
        if (hosts.size() != 1) {
            throw ApiException.uncaught(
                    "ValueError", "Cannot merge Hetero LR models from multiple hosts. Please check input");
        }
        if (guest.meta().path("revealStrategy").asText().equals("encrypted_reveal_in_host")) {
            throw ApiException.uncaught("ValueError", "Cannot merge encrypted LR models. Please check input.");
        }
        LogisticModel merged =
                LogisticModel.of(guest).with(LogisticModel.of(hosts.get(0)), wish.withGuest(), format.equals("pmml"));
        return switch (format) {
            case "sklearn" -> json.write(Base64.getEncoder().encodeToString(merged.sklearn("saga", "ovr", false)));
            case "pmml" -> Pmml.of(merged, wish.target());
            default -> throw unknown(wish);
        };
    }

    private static ApiException unknown(Wish wish) {
        return ApiException.uncaught("ValueError", "unknown output type " + wish.format());
    }
}
