"""As much of it as the runner uses."""


class ndarray:
    def __init__(self, values, dtype):
        self._values, self.dtype, self.shape = values, dtype, (len(values),)

    def tolist(self):
        return list(self._values)


def array(values, dtype):
    return ndarray(list(values), dtype)
