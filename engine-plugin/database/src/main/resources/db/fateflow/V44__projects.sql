-- the project that a job or a table is of: a label that says whose accounts may do something with it at this site; empty where a
-- site has no projects, and of what is nobody's. It is never what another site says
alter table job add column project varchar(32) default '' not null;
alter table storage_table_meta add column project varchar(32) default '' not null;
-- lists that are cut to the jobs of some projects, the newest first
create index job_by_project on job (project, create_time);
