-- Scans at points, written once; calls to those who have not arrived.
create table welcome_scan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, step_code text not null, point_id uuid not null, by uuid not null,
  kind text not null check (kind in ('done', 'undone')), channel text not null check (channel in ('scan', 'offline')), at timestamptz not null, id_checked boolean not null, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, point_id) references welcome_point (tenant_id, id),
  foreign key (tenant_id, by) references sys_user (tenant_id, id)
);
create index welcome_scan_at on welcome_scan (tenant_id, at desc, id);
create index welcome_scan_student_id on welcome_scan (tenant_id, student_id, batch_id, at desc);
create index welcome_scan_by on welcome_scan (tenant_id, by, at desc);
create index welcome_scan_point_id on welcome_scan (tenant_id, point_id, at desc);

create table welcome_call (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, result text not null check (result in ('coming', 'late', 'declined', 'noAnswer')), note text, by uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references welcome_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by) references sys_user (tenant_id, id)
);
create index welcome_call_student_id on welcome_call (tenant_id, student_id, batch_id, created_at desc);
create index welcome_call_created_at on welcome_call (tenant_id, created_at desc, id);

-- Scans of a person so far: each one ends the code that was shown for it. Required steps are counted by their rows.
alter table welcome_member add column scans int not null default 0;
alter table welcome_step_state add column required boolean not null default true;
