-- what attempts of a module have used, the latest first
create index task_by_module on task (component_module, role, end_time desc);
