package io.fateflow.webapp.template;

import java.util.Locale;
import java.util.Random;

/**
 * Loans as two parties know them: the guest whether they were paid back, the host what else is known of who took them. The same
 * each time.
 *
 * @param guest a CSV file with an id, the label and two columns
 * @param host a CSV file with an id and two columns; a few of its ids are its own
 */
record SampleData(String guest, String host) {

    private static final long SEED = 20_240_131;
    private static final double NOISE = 0.4;

    static SampleData of(int rows) {
        Random random = new Random(SEED);
        StringBuilder guest = new StringBuilder("id,y,amount,months\n");
        StringBuilder host = new StringBuilder("id,income,age\n");
        for (int row = 0; row < rows; row++) {
            double amount = random.nextGaussian();
            double months = random.nextGaussian();
            double income = random.nextGaussian();
            double age = random.nextGaussian();
            boolean unpaid = amount + months / 2 - income + NOISE * random.nextGaussian() > 0;
            guest.append(line("c%d,%d,%.5f,%.5f", row, unpaid ? 1 : 0, amount, months));
            // every twentieth is at one party only: there is something to intersect
            host.append(line("c%d,%.5f,%.5f", row % 20 == 0 ? row + rows : row, income, age));
        }
        return new SampleData(guest.toString(), host.toString());
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values) + "\n";
    }
}
