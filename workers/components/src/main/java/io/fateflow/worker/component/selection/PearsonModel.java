package io.fateflow.worker.component.selection;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.columns.ProtobufJson;

/** Correlations and variance inflation factors, from FATE's {@code PearsonModelParam}. */
final class PearsonModel {

    private final JsonNode param;
    private final List<String> names;
    private final double[] local;
    private final List<String> hostNames;
    private final double[] cross;

    PearsonModel(JsonNode param) {
        this.param = param;
        JsonNode all = param.path("allNames");
        this.names = ProtobufJson.texts(all.path(0).path("names"));
        this.local = ProtobufJson.doubles(param.path("localCorr"));
        this.hostNames = ProtobufJson.texts(all.path(1).path("names"));
        this.cross = ProtobufJson.doubles(param.path("corr"));
    }

    /** Of one of this party's columns. */
    double vif(Column column) {
        double[] factors = ProtobufJson.doubles(param.path("localVif"));
        List<String> own = ownNames();
        int place = own.indexOf(column.name());
        if (place < 0 || place >= factors.length) {
            throw missing("variance inflation factor", column);
        }
        return factors[place];
    }

    /** The party id of the host of which it has correlations; empty if of none. */
    String host() {
        String party = param.path("parties").path(1).asText();
        return party.isEmpty() ? "" : party.substring(party.indexOf(',') + 1, party.length() - 1);
    }

    /**
     * Of two columns, at the guest. What it can't know it takes for none, as FATE does: that of two columns of hosts, and
     * of columns of a host that was not part of it.
     */
    double correlation(Column one, Column other) {
        boolean oneIsHosts = one.party().role().equals("host");
        boolean otherIsHosts = other.party().role().equals("host");
        if (oneIsHosts && otherIsHosts) {
            return 0;
        }
        if (oneIsHosts) {
            return correlation(other, one);
        }
        if (otherIsHosts && !other.party().partyId().equals(host())) {
            return 0;
        }
        return otherIsHosts
                ? cross[place(names, one) * hostNames.size() + place(hostNames, other)]
                : local[place(names, one) * names.size() + place(names, other)];
    }

    private List<String> ownNames() {
        boolean host = param.path("party").asText().startsWith("(host");
        JsonNode all = param.path("allNames");
        return ProtobufJson.texts(all.path(host && all.size() > 1 ? 1 : 0).path("names"));
    }

    private static int place(List<String> of, Column column) {
        int place = of.indexOf(column.name());
        if (place < 0) {
            throw missing("correlation", column);
        }
        return place;
    }

    private static IllegalStateException missing(String what, Column column) {
        return new IllegalStateException("the HeteroPearson model has no " + what + " of " + column
                + ": add it to column_names there, or leave it out of select_names");
    }
}
