package io.fateflow.worker.component.boosting.tree;

/**
 * How a node may be parted.
 *
 * @param owner whose column it is: {@link #GUEST}, or the place of a host; {@link #NOBODY} if there is no split
 * @param feature the column; at the guest -1 for a host's
 * @param bin behind which it is parted, or the number that a host gave this candidate
 * @param missingDirection -1 if missing values go to the left, else 1
 * @param left the sums of what goes to the left
 */
public record Split(int owner, int feature, int bin, int missingDirection, double gain, Sums left) {

    public static final int GUEST = -1;
    public static final int NOBODY = -2;

    /** No split at all. */
    public static Split none(double leastGain, int outputs) {
        return new Split(NOBODY, -1, -1, 1, leastGain, Sums.zero(outputs));
    }

    public boolean exists() {
        return owner != NOBODY;
    }
}
