import another_package_that_nobody_has  # noqa: F401

from .components import ComponentMeta

ComponentMeta("ImportsAPackage", None, {})
