-- what receivers outside are told of a job: one row a receiver, delivered by a process of fate-notify. What is sent is written
-- down with the event, so that each try sends the same; when it has arrived, neither it nor a URL of a job is kept.
-- receiver: a name of the settings, or the host of a URL that a job has named
create table notification (
    notification_id      varchar(40)   not null,
    job_id               varchar(25)   not null,
    role                 varchar(50)   not null,
    party_id             varchar(10)   not null,
    event                varchar(30)   not null,
    receiver             varchar(255)  not null,
    url                  varchar(2000),
    body                 text          not null,
    process_instance_id  varchar(64)   not null,
    create_time          bigint        not null,
    tries                integer       not null,
    outcome              varchar(20)   not null,
    trouble              varchar(2000) not null,
    end_time             bigint,
    primary key (notification_id)
);
create index notification_of_job on notification (job_id);
create index notification_of_instance on notification (process_instance_id);
