"""What FATE's standalone engine keeps below its base's data: a file each, which whoever shares the directory reads."""
import os
import pickle
import time

deserialize = pickle.loads


def put(namespace, name, value):
    directory = os.path.join(os.environ["FATE_PROJECT_BASE"], "data", namespace)
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, name + ".part"), "wb") as file:
        file.write(pickle.dumps(value, 4))
    os.replace(file.name, os.path.join(directory, name))


def awaited(namespace, name):
    file = os.path.join(os.environ["FATE_PROJECT_BASE"], "data", namespace, name)
    while not os.path.exists(file):
        time.sleep(0.05)
    with open(file, "rb") as data:
        return deserialize(data.read())
