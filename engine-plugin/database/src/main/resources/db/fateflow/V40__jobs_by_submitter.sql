-- lists that are cut to one account's jobs, the newest first
create index job_by_submitter on job (submitter, create_time);
