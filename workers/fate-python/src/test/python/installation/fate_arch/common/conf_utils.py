import os

from . import file_utils


def get_base_config(key, default=None):
    conf = os.path.join(os.environ["FATE_PROJECT_BASE"], "conf", "service_conf.yaml")
    return file_utils.load_yaml_conf(conf).get(key, default)
