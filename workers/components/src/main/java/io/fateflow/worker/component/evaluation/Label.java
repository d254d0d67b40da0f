package io.fateflow.worker.component.evaluation;

/**
 * A class label. Upstream components write the same label as {@code 1} or {@code 1.0}, depending on its type there.
 *
 * @param name the shortest way to write it
 */
record Label(String name) implements Comparable<Label> {

    private static final double EXACT = 1L << 53;

    static Label of(String text) {
        String trimmed = text.trim();
        try {
            double number = Double.parseDouble(trimmed);
            boolean whole = number == Math.rint(number) && Math.abs(number) < EXACT;
            return new Label(whole ? Long.toString((long) number) : Double.toString(number));
        } catch (NumberFormatException notANumber) {
            return new Label(trimmed);
        }
    }

    /** Whether it is a whole number that is not negative, as FATE numbers classes. */
    boolean isClassNumber() {
        return name.matches("\\d{1,9}");
    }

    int classNumber() {
        return Integer.parseInt(name);
    }

    /** Class numbers come first, by size. */
    @Override
    public int compareTo(Label other) {
        if (isClassNumber() && other.isClassNumber()) {
            return Integer.compare(classNumber(), other.classNumber());
        }
        if (isClassNumber() != other.isClassNumber()) {
            return isClassNumber() ? -1 : 1;
        }
        return name.compareTo(other.name);
    }
}
