#!/bin/sh
# Counts the words of a table: a component in POSIX shell. Started in a directory with config.json and input-0.csv; leaves
# the words with their counts in output-0.csv, and metrics and summary in result.json. Its only parameter, min_length,
# leaves out shorter words.
set -eu
LC_ALL=C
export LC_ALL

if [ ! -f input-0.csv ]; then
  echo 'WordCount needs a table: give it the data output of a Reader' >&2
  exit 1
fi
# JSON without spaces, as the executor writes it
min_length=$(sed -n 's/.*"min_length":\([0-9][0-9]*\).*/\1/p' config.json)
min_length=${min_length:-1}

# the first column is the id; what parts words parts columns, too
tail -n +2 input-0.csv | cut -d , -f 2- >text
tr -cs '[:alpha:]' '\n' <text | tr '[:upper:]' '[:lower:]' |
  awk -v least="$min_length" 'length($0) >= least && length($0) > 0' >words
sort words | uniq -c | sort -k 1,1nr -k 2,2 >counted

{ echo word,count; awk '{ print $2 "," $1 }' counted; } >output-0.csv

rows=$(wc -l <text | tr -d ' ')
words=$(wc -l <words | tr -d ' ')
different=$(wc -l <counted | tr -d ' ')
top=$(awk 'NR == 1 { print $2 }' counted)
cat >result.json <<END
{
  "status": "success",
  "outputs": [{"data_name": "data", "file": "output-0.csv"}],
  "metrics": [{
    "namespace": "words", "name": "word_count", "metric_type": "WORD_COUNT", "metas": {},
    "data": [["rows", $rows], ["words", $words], ["different", $different]]
  }],
  "summary": {"most_frequent": "$top"}
}
END
echo "$words words in $rows rows"
