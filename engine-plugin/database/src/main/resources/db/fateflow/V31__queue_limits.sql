-- what jobs of a queue may hold together of labels of nodes, as JSON: a label that is not in it has no limit
alter table job_queue add column limits varchar(4000) default '{}' not null;
