-- whether its conf lets a job be preempted; null if it does not say
alter table job add column preemptible boolean;
-- for which job, of which queue, it was preempted last, since it has begun to wait; empty and 0 if it was not
alter table job add column preempted_by varchar(25) default '' not null;
alter table job add column preempted_for_queue varchar(80) default '' not null;
alter table job add column preempted_time bigint default 0 not null;
