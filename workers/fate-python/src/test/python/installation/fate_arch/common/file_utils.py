import json


def load_yaml_conf(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
