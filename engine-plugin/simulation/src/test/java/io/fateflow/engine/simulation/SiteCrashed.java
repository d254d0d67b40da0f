package io.fateflow.engine.simulation;

/** The site's process is dead: an error, as nothing of the site may go on and handle it. */
final class SiteCrashed extends Error {

    private static final long serialVersionUID = 1;

    SiteCrashed() {
        super("simulated crash", null, false, false);
    }
}
