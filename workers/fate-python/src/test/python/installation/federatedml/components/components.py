class ComponentMeta:
    _all = {}

    def __init__(self, name, parameters, runners):
        self._parameters, self._runners = parameters, runners
        self._all[name] = self

    @classmethod
    def get_meta(cls, name):
        return cls._all[name]

    def get_param_obj(self, name):
        return self._parameters()

    def get_supported_roles(self):
        return set(self._runners)

    def get_run_obj_name(self, role):
        return self._runners[role].__name__

    def get_run_obj(self, role):
        return self._runners[role]()
