package io.fateflow.worker.component.linear.sshe;

/** What is sent is known by a word, and by the iteration and the batch that it is of. */
final class Names {

    private Names() {}

    static Object[] of(String what, Object... batch) {
        Object[] name = new Object[batch.length + 1];
        name[0] = what;
        System.arraycopy(batch, 0, name, 1, batch.length);
        return name;
    }
}
