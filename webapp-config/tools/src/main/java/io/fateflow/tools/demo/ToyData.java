package io.fateflow.tools.demo;

import java.util.Locale;
import java.util.Random;

/** Two parties' tables: the same people, different columns; the same at every run. */
final class ToyData {

    private static final int PEOPLE = 500;

    private ToyData() {}

    /** The guest knows the label. */
    static String guest() {
        return table(1, "id,y,age,income,debt,savings", 4, true);
    }

    static String host() {
        return table(2, "id,visits,purchases,returns,basket,distance,rating", 6, false);
    }

    private static String table(long seed, String header, int columns, boolean labelled) {
        Random random = new Random(seed);
        StringBuilder csv = new StringBuilder(header).append('\n');
        for (int person = 1; person <= PEOPLE; person++) {
            csv.append(person);
            if (labelled) {
                csv.append(',').append(random.nextBoolean() ? 1 : 0);
            }
            for (int column = 0; column < columns; column++) {
                csv.append(String.format(Locale.ROOT, ",%.6f", random.nextGaussian()));
            }
            csv.append('\n');
        }
        return csv.toString();
    }
}
