-- the account that has submitted a job at this site, as this server knew it; empty of jobs of other sites, of jobs that nobody
-- had to log in for, and of those from before. It is never what a client or another site says: that is user_id
alter table job add column submitter varchar(255) default '' not null;
-- whose a version of a model is, is asked of the job it goes back to
create index pipeline_model_by_job on pipeline_model (job_id);
