#!/bin/bash
# What bin/spark-submit does in an installation of Spark, whose scripts are in no artifact: Spark's launcher says the command, each
# word followed by a NUL; before the first one there is a line with one more.
SPARK_HOME="$(cd "$(dirname "$0")/.." && pwd)"
export SPARK_HOME SPARK_SCALA_VERSION=2.13
command=()
{
  IFS= read -r -d '' _
  IFS= read -r _
  while IFS= read -r -d '' word; do
    command+=("$word")
  done
} < <("$JAVA_HOME/bin/java" -Xmx128m -cp "$SPARK_HOME/jars/*" org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "$@")
[ "${#command[@]}" -gt 0 ] || exit 1
exec "${command[@]}"
