package io.fateflow.worker.component.onehot;

import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A value that becomes a column, as text: a whole number, or a text of its own. */
final class Category {

    /** Whole numbers by their size, then texts; what is equal in size, such as 7 and 007, by how it is written. */
    private static final Comparator<String> ORDER = Comparator.comparing((String value) -> !isNumber(value))
            .thenComparing(value -> isNumber(value) ? Long.parseLong(value) : 0L)
            .thenComparing(Comparator.naturalOrder());

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern NO_FRACTION = Pattern.compile("(-?\\d{1,18})\\.0+");

    private Category() {}

    /** None yet. */
    static SortedSet<String> none() {
        return new TreeSet<>(ORDER);
    }

    /** A whole number. */
    static String of(double number) {
        return Long.toString((long) number);
    }

    /** As it is in a model of FATE's, which may have a number's decimal point. */
    static String read(String inModel) {
        var number = NO_FRACTION.matcher(inModel);
        return number.matches() ? number.group(1) : inModel;
    }

    private static boolean isNumber(String value) {
        return NUMBER.matcher(value).matches();
    }
}
