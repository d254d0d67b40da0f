from fate_arch.session import Table as InMemory


class Table(InMemory):
    """A table that is kept somewhere."""

    def __init__(self, kept):
        super().__init__(kept.rows, kept.partitions)
        self.kept = kept
