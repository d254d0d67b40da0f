-- the doctor looks at what has not ended, however much has; lists of tasks begin with the oldest
create index task_by_status on task (status, party_status);
create index task_by_create_time on task (create_time);
