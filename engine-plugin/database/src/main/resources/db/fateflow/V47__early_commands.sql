-- the last command that an initiator gave about a job that was not here: of a job's creation that comes behind it nothing is made. Rows go
-- after a day
create table early_command (
    job_id          varchar(25) not null,
    role            varchar(50) not null,
    party_id        varchar(10) not null,
    sender          varchar(10) not null,
    command_number  bigint      not null,
    create_time     bigint      not null,
    primary key (job_id, role, party_id, sender)
);
