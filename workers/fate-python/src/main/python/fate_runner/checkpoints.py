"""What a component keeps of its model while it learns: FATE's ModelCheckpoint."""
import json
import os
import time

from . import models
from .tracker import write_whole


class Checkpoints:
    """What FATE's components call on their checkpoint_manager. Each checkpoint is a file at once, so none is held in memory;
    of a step that comes again the last one counts."""

    # FATE goes on from one when a failed attempt is repeated; here a new attempt begins anew
    latest_checkpoint = None

    def __init__(self, module, directory, why_not=None):
        """why_not says, once, why none is kept; what the component learns is the same."""
        self._module, self._directory, self._why_not = module, directory, why_not
        self._kept = {}
        self.checkpoints_number = 0

    def __deepcopy__(self, memo):
        """FATE copies a component for each of several models, as in cross validation; these cannot be deployed."""
        return Checkpoints(self._module, self._directory, "checkpoints of one of several models are not kept")

    def new_checkpoint(self, step_index, step_name):
        if self._why_not and not self.checkpoints_number:
            print(self._why_not)
        self.checkpoints_number += 1
        return Checkpoint(self, int(step_index), step_name)

    def load_checkpoints_from_disk(self):
        """There are none when an attempt begins."""

    def save(self, step, model):
        described = [] if self._why_not else models.to_json(self._module, model)
        if described:
            file = "checkpoint-%d.json" % step
            write_whole(os.path.join(self._directory, file), json.dumps(described[0]).encode("utf-8"))
            self._kept.pop(step, None)
            self._kept[step] = {"step_index": step, "create_time": int(time.time() * 1000), "file": file}

    def described(self):
        """As result.json has them, the newest last."""
        return list(self._kept.values())


class Checkpoint:
    """FATE's components save it at once."""

    def __init__(self, manager, step_index, step_name):
        self._manager, self.step_index, self.step_name = manager, step_index, step_name

    def save(self, model):
        self._manager.save(self.step_index, model)
