-- Who may graduate: items, results the school judges itself, batches, and how each student stands.
create table graduation_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, use text not null check (use in ('audit', 'leaving')), is_blocking boolean not null default false, is_enabled boolean not null default true,
  sort int default 100, is_declared boolean not null default false, is_warning_only boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  constraint graduation_item_warning check (not (is_warning_only and is_blocking))
);
create unique index graduation_item_key on graduation_item (tenant_id, use, code);
create index graduation_item_sort on graduation_item (tenant_id, sort, code);

create table graduation_mark (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  item_id uuid not null, student_id uuid not null, is_met boolean not null, value text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references graduation_item (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index graduation_mark_key on graduation_mark (tenant_id, item_id, student_id);
create index graduation_mark_student_id on graduation_mark (tenant_id, student_id, item_id);
create index graduation_mark_updated on graduation_mark (tenant_id, updated_at desc, id);

create table graduation_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb,
  notice_level text check (notice_level in ('class', 'college', 'school')), notice_columns jsonb,
  cert_date date not null, includes_late boolean not null default true, items jsonb,
  stage text not null default 'auditing' check (stage in ('auditing', 'publicised', 'closing', 'closed')), closed_at timestamptz, leaving_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
create index graduation_batch_begin_time on graduation_batch (tenant_id, begin_time desc, id);
create index graduation_batch_end_time on graduation_batch (tenant_id, end_time desc, id);
create index graduation_batch_cert_date on graduation_batch (tenant_id, cert_date desc, id);
create index graduation_batch_name on graduation_batch (tenant_id, name, id);

create table graduation_audit (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, department_id uuid, major_id uuid, class_id uuid, level text,
  items jsonb, missed int not null default 0, warned int not null default 0, judged_at timestamptz,
  suggest text check (suggest in ('graduate', 'complete', 'incomplete', 'extend')), result text check (result in ('graduate', 'complete', 'incomplete', 'extend')),
  result_by uuid, reason text, degree boolean not null default false,
  state text not null default 'open' check (state in ('open', 'decided', 'returned', 'approved', 'publicised', 'confirmed', 'closed')),
  approved_at timestamptz, approved_by uuid, return_reason text, closed_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references graduation_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  constraint graduation_audit_decided check (state in ('open', 'returned') or result is not null),
  constraint graduation_audit_degree check (not degree or result = 'graduate'),
  constraint graduation_audit_approved check ((state in ('approved', 'publicised', 'confirmed', 'closed')) = (approved_at is not null)),
  constraint graduation_audit_closed check ((state = 'closed') = (closed_on is not null))
);
create unique index graduation_audit_key on graduation_audit (tenant_id, batch_id, student_id);
create index graduation_audit_student_id on graduation_audit (tenant_id, student_id, batch_id);
create index graduation_audit_missed on graduation_audit (tenant_id, batch_id, missed desc, student_id);
create index graduation_audit_missed_all on graduation_audit (tenant_id, missed desc, student_id);
create index graduation_audit_warned on graduation_audit (tenant_id, warned desc, id);
create index graduation_audit_state on graduation_audit (tenant_id, state, batch_id);
create index graduation_audit_judged_at on graduation_audit (tenant_id, judged_at desc, id);
create index graduation_audit_approved_at on graduation_audit (tenant_id, approved_at desc, id);
create index graduation_audit_closed_on on graduation_audit (tenant_id, closed_on desc, id);
create index graduation_audit_department_id on graduation_audit (tenant_id, department_id, batch_id);
create index graduation_audit_major_id on graduation_audit (tenant_id, major_id, batch_id);
create index graduation_audit_class_id on graduation_audit (tenant_id, class_id, batch_id);
