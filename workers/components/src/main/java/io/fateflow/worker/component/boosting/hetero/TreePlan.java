package io.fateflow.worker.component.boosting.hetero;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.parameter.Strategy;
import io.fateflow.worker.exchange.Party;

/**
 * Whose columns one tree is grown with.
 *
 * @param host the place of the only host that grows it, if it is {@link Kind#HOST}
 */
record TreePlan(Kind kind, int host) {

    /** Kinds of trees, with FATE's numbers for them; it has none for trees of all parties. */
    enum Kind {
        GUEST("0"),
        HOST("1"),
        LAYERED("2"),
        ALL("");

        private final String number;

        Kind(String number) {
            this.number = number;
        }
    }

    /** The plan of a round's trees. */
    static TreePlan of(BoostingParameters parameters, int hosts, int round) {
        Strategy strategy = parameters.strategy();
        boolean secure = round < parameters.completeSecureRounds();
        return switch (strategy.kind()) {
            case STD -> new TreePlan(secure ? Kind.GUEST : Kind.ALL, -1);
            case LAYERED -> new TreePlan(secure ? Kind.GUEST : Kind.LAYERED, -1);
            case MIX -> {
                int turn = round % (strategy.treesPerParty() * (1 + hosts)) / strategy.treesPerParty();
                yield turn == 0 ? new TreePlan(Kind.GUEST, -1) : new TreePlan(Kind.HOST, turn - 1);
            }
        };
    }

    /** FATE's names of the plans of all rounds; FATE has none for trees of all parties. */
    static List<String> names(BoostingParameters parameters, List<Party> hosts, int rounds) {
        List<String> names = new ArrayList<>();
        if (parameters.strategy().kind() != Strategy.Kind.STD) {
            for (int round = 0; round < rounds; round++) {
                TreePlan plan = of(parameters, hosts.size(), round);
                String party = plan.host < 0 ? "-1" : hosts.get(plan.host).partyId();
                names.add(plan.kind.number + "_" + party);
            }
        }
        return names;
    }

    /** Whether the guest's columns may part nodes of a depth. */
    boolean guestParts(int depth, Strategy strategy) {
        return switch (kind) {
            case GUEST, ALL -> true;
            case HOST -> false;
            case LAYERED -> depth >= strategy.hostDepth();
        };
    }

    /** The places of the hosts whose columns may part nodes of a depth. */
    int[] hostsThatPart(int depth, int hosts, Strategy strategy) {
        return switch (kind) {
            case GUEST -> new int[0];
            case ALL -> IntStream.range(0, hosts).toArray();
            case HOST -> new int[] {host};
            case LAYERED -> depth < strategy.hostDepth() ? new int[] {0} : new int[0];
        };
    }

    /** Whether a host takes part at all. */
    boolean needs(int place) {
        return kind == Kind.ALL || kind == Kind.LAYERED || (kind == Kind.HOST && place == host);
    }

    /** Whether rows are only known to the host that parts them, until the tree is done. */
    boolean hostKeepsRows() {
        return kind == Kind.HOST;
    }
}
