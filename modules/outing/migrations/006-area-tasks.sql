-- A question to a region is a task with a window and an audience.
alter table area_notice
  add column process_type text not null default 'areaNotice',
  add column name text not null default '',
  add column xn text,
  add column xq_m text check (xq_m in ('1', '2', '3')),
  add column begin_time timestamptz not null default now(),
  add column end_time timestamptz not null default now() + interval '14 days',
  add column audience jsonb not null default '{"roles": ["student"]}',
  add column state text not null default 'published' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  add column quotas jsonb,
  add column notice_workdays int,
  add column copied_from text,
  add column owner_department_id uuid,
  add column state_note text,
  add column published_at timestamptz,
  add column audience_count int,
  add column publisher jsonb,
  add foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  add check (end_time > begin_time);
create index area_notice_begin_time on area_notice (tenant_id, begin_time desc, id);
create index area_notice_end_time on area_notice (tenant_id, end_time desc, id);
create index area_notice_name on area_notice (tenant_id, name, id);
create index area_notice_owner on area_notice (tenant_id, owner_department_id);
update area_notice set name = left(question, 100), begin_time = created_at, end_time = created_at + interval '14 days', owner_department_id = department_id, published_at = created_at,
  audience_count = asked_count,
  publisher = jsonb_build_object('userId', coalesce(asker_id::text, ''), 'departmentId', department_id, 'teacherId', teacher_id, 'studentId', null, 'reaches', '[]'::jsonb);
insert into round_member (tenant_id, round_id, user_id, student_id)
  select r.tenant_id, r.notice_id, u.id, r.student_id from area_reply r join sys_user u on u.tenant_id = r.tenant_id and u.student_id = r.student_id on conflict do nothing;
