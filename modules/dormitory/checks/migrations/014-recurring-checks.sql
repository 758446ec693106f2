-- A scheme makes the tasks of its periods by itself.
alter table check_scheme
  add column is_automatic boolean not null default false,
  add column checkers jsonb,
  add column scope_kind text not null default 'buildings' check (scope_kind in ('buildings', 'sample')),
  add column sample_percent int,
  add column blind boolean not null default false;
alter table check_task add column period date;
-- However many processes strike the hour, a period has one task.
create unique index check_task_period_key on check_task (tenant_id, scheme_id, period) where period is not null;
