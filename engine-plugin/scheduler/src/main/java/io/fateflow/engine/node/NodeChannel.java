package io.fateflow.engine.node;

/** How nodes on one database wake each other. */
public interface NodeChannel {

    /**
     * Tells the other nodes, once the current transaction is committed; at once, if there is none. This node is not told:
     * it knows.
     */
    void tell(NodeSignal signal);

    /** Begins to listen. */
    void listen(Listener listener);

    /** Stops listening, if it ever began. */
    void close();

    /** Hears what other nodes tell. It must not throw. */
    interface Listener {

        void heard(NodeSignal signal);

        /** The line was cut and is there again: whatever there is to hear may have been missed. */
        void missed();
    }

    /** A node that is the only one on its database. */
    static NodeChannel alone() {
        return new NodeChannel() {
            @Override
            public void tell(NodeSignal signal) {
                // nobody is there
            }

            @Override
            public void listen(Listener listener) {
                // nobody says anything
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }
}
