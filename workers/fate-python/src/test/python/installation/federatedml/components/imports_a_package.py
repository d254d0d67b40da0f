import another_package_that_nobody_has  # noqa: F401

NAME = "ImportsAPackage"
