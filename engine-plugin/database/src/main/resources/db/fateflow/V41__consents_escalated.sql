-- another group that may decide when nobody has until escalate_time, and whether that has come
alter table consent add column escalate_to varchar(255) default '' not null;
alter table consent add column escalate_time bigint;
alter table consent add column escalated boolean default false not null;
