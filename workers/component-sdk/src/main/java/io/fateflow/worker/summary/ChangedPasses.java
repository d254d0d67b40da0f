package io.fateflow.worker.summary;

import java.io.IOException;
import java.io.Serializable;

/** Rows with each value changed on its way to the pass, wherever that looks at them. */
record ChangedPasses(NumberPasses rows, NumberRows.Change change) implements NumberPasses {

    @Override
    public int columns() {
        return rows.columns();
    }

    @Override
    public <T extends Serializable> T pass(Pass<T> pass) throws IOException {
        return rows.pass(new Changing<>(pass, change));
    }

    private record Changing<T extends Serializable>(Pass<T> pass, NumberRows.Change change) implements Pass<T> {

        @Override
        public T begin() {
            return pass.begin();
        }

        @Override
        public void row(T gathered, double[] values) {
            for (int i = 0; i < values.length; i++) {
                values[i] = change.of(i, values[i]);
            }
            pass.row(gathered, values);
        }

        @Override
        public T merge(T one, T other) {
            return pass.merge(one, other);
        }

        @Override
        public boolean isSensitiveToOrder() {
            return pass.isSensitiveToOrder();
        }
    }
}
