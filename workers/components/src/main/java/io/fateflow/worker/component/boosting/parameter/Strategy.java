package io.fateflow.worker.component.boosting.parameter;

import java.util.Locale;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's {@code boosting_strategy}: whose columns trees are grown with.
 *
 * @param treesPerParty in {@link Kind#MIX}, how many trees one party grows before the next party's turn
 * @param guestDepth in {@link Kind#LAYERED}, how many depths with the guest's columns follow those of the host
 */
public record Strategy(Kind kind, int treesPerParty, int guestDepth, int hostDepth) {

    /** FATE's values. */
    public enum Kind {
        /** Everybody's for each node. */
        STD,
        /** One party's for a whole tree. */
        MIX,
        /** One party's for a depth. */
        LAYERED;

        public String fateName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** A kind by FATE's name. */
        public static Kind of(String name) {
            return Kind.valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    static Strategy read(Parameters parameters) {
        String alias = parameters.choice("work_mode", "std", "std", "mix", "layered");
        return new Strategy(
                Kind.of(parameters.choice("boosting_strategy", alias, "std", "mix", "layered")),
                parameters.integer("tree_num_per_party", 1, 1, Integer.MAX_VALUE),
                parameters.integer("guest_depth", 2, 1, Integer.MAX_VALUE / 2),
                parameters.integer("host_depth", 3, 1, Integer.MAX_VALUE / 2));
    }
}
