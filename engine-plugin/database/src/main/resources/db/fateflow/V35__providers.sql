-- what a worker says that its FATE installations can run, by the provider's name, as JSON; null if it says nothing
alter table worker add column providers text;
