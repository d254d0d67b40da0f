package io.fateflow.engine.simulation;

/** Where a site dies. */
enum CrashPoint {
    /** Everything is done, also what was asked of other sites, and nothing is kept. */
    BEFORE_COMMIT,
    /** Everything is kept, and nobody hears of it. */
    AFTER_COMMIT
}
