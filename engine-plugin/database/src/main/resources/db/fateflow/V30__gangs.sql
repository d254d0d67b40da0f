-- what each component of the job takes data from, as JSON; null if none of its components on this site needs a node
alter table job add column dag text;
-- whether it waits for what nodes have: then no cores are kept for it
alter table job add column waits_for_nodes boolean default false not null;
create index job_waits_for_nodes on job (waits_for_nodes, status);

-- a lease of kind bundle is what a job has of a node for some of its components, which stand here as JSON; what an attempt
-- has taken of it is the attempt's while that runs, whose lease has the bundle's id
alter table resource_lease add column components text;
alter table resource_lease add column bundle_id varchar(36);
