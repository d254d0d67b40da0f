class Instance:
    def __init__(self, inst_id=None, weight=None, features=None, label=None):
        self.inst_id, self.weight, self.features, self.label = inst_id, weight, features, label
