package io.fateflow.webapp.atrest;

/**
 * A file that is kept, or an object.
 *
 * @param place which of all it is; another one's content is never taken for this one's
 * @param shown to operators: its path or key, and what it is
 */
public record KeptFile(String place, String shown) {

    @Override
    public String toString() {
        return shown;
    }
}
