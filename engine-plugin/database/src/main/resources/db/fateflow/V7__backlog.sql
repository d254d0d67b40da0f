-- when the job's time is over at the latest, epoch milliseconds: what surely ends soon may pass who waits for much
alter table job add column deadline bigint;
-- the engine whose cores it waits for: who holds them now is read when somebody asks
alter table job add column wait_engine varchar(50);
