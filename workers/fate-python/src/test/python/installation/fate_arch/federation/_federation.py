from pickle import loads as p_loads  # noqa: what queues bring is read by it
