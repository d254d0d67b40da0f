package io.fateflow.worker.component.boosting.model;

/**
 * How much a column did for all trees.
 *
 * @param site the column's party as FATE writes it, such as {@code guest:9999}
 * @param feature its place; 0 for another party's
 * @param name of the column; an anonymous one of another party's
 * @param splits how many nodes it parts
 * @param gain the sum of what they gain; 0 where it is not known
 */
public record Importance(String site, int feature, String name, double splits, double gain) {

    Importance plus(double moreSplits, double moreGain) {
        return new Importance(site, feature, name, splits + moreSplits, gain + moreGain);
    }
}
