-- what rows of jobs name, so that lineage finds them by an index: a table, by a digest of its name, with the job whose output it is, if it
-- is one; and the model that a job predicts with. Empty where nothing is named, and null in rows that an earlier version has written, until a
-- server has looked at them
alter table task_parameters add column table_key varchar(64);
alter table task_parameters add column table_of_job varchar(25);
alter table job_body add column predicts_with varchar(255);
create index task_parameters_by_table on task_parameters (table_key);
create index task_parameters_by_job on task_parameters (table_of_job);
create index job_body_by_model on job_body (predicts_with);
-- what was taken out of the site is a small part of the log
create index audit_by_action on audit_log (action, id);
