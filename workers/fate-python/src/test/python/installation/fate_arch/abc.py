import abc


class FederationABC(abc.ABC):
    @abc.abstractmethod
    def remote(self, v, name, tag, parties, gc): ...

    @abc.abstractmethod
    def get(self, name, tag, parties, gc): ...
