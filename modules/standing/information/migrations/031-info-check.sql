-- The yearly check of students' records: a round, and what each student said.
create table info_check (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
create index info_check_begin_time on info_check (tenant_id, begin_time desc, id);
create index info_check_end_time on info_check (tenant_id, end_time desc, id);
create index info_check_name on info_check (tenant_id, name, id);

create table info_check_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  info_check_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid,
  result text not null check (result in ('correct', 'changed')), record_version int not null, confirmed_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, info_check_id) references info_check (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index info_check_line_key on info_check_line (tenant_id, info_check_id, student_id);
create index info_check_line_student_id on info_check_line (tenant_id, student_id, info_check_id);
create index info_check_line_confirmed_at on info_check_line (tenant_id, confirmed_at desc, id);
create index info_check_line_result on info_check_line (tenant_id, info_check_id, result, confirmed_at desc);
create index info_check_line_department_id on info_check_line (tenant_id, department_id, confirmed_at desc);
create index info_check_line_class_id on info_check_line (tenant_id, class_id, confirmed_at desc);
