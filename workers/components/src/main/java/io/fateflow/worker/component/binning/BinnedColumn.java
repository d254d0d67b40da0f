package io.fateflow.worker.component.binning;

/**
 * A column of this party, with its bins.
 *
 * @param place in the header
 * @param category whether every value has a bin of its own, which optimal binning leaves alone
 */
record BinnedColumn(int place, String name, String anonymousName, boolean category, SplitPoints splits) {

    BinnedColumn withSplits(SplitPoints others) {
        return new BinnedColumn(place, name, anonymousName, category, others);
    }
}
