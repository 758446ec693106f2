-- When somebody was last reminded of a task they have not done, so that nobody is reminded twice within minutes, whoever presses the button.
create table task_reminder (
  tenant_id uuid not null references tenant, task_id uuid not null, student_id uuid not null, reminded_at timestamptz not null default now(),
  primary key (tenant_id, task_id, student_id),
  foreign key (tenant_id, student_id) references student (tenant_id, id) on delete cascade
);
create index task_reminder_student_id on task_reminder (tenant_id, student_id);
-- Marks before the end (`24` hours, `10` minutes) whose reminder has been sent. The key decides which of several processes sends it.
create table task_mark (
  tenant_id uuid not null references tenant, task_id uuid not null, mark int not null, at timestamptz not null default now(),
  primary key (tenant_id, task_id, mark)
);
