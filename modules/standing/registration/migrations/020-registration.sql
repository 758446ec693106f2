-- Registration of each term: a batch, how each student stands in it, and who asked for more time.
create table registration_batch (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  process_type text not null, name text not null, xn text, xq_m text check (xq_m in ('1', '2', '3')),
  begin_time timestamptz not null, end_time timestamptz not null, audience jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'pending', 'published', 'paused', 'closed', 'archived', 'cancelled')),
  quotas jsonb, notice_workdays int, copied_from text, owner_department_id uuid, state_note text, published_at timestamptz, audience_count int, publisher jsonb, conditions jsonb,
  self_allowed boolean not null default true, defer_to date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_department_id) references department (tenant_id, id),
  check (end_time > begin_time)
);
-- One registration a term, whoever publishes it.
create unique index registration_batch_term on registration_batch (tenant_id, xn, xq_m) where state in ('published', 'paused', 'closed', 'archived');
create index registration_batch_begin_time on registration_batch (tenant_id, begin_time desc, id);
create index registration_batch_end_time on registration_batch (tenant_id, end_time desc, id);
create index registration_batch_name on registration_batch (tenant_id, name, id);

create table registration_record (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  batch_id uuid not null, student_id uuid not null, department_id uuid, class_id uuid,
  state text not null default 'unregistered' check (state in ('unregistered', 'registered', 'deferred', 'exempt')),
  method text check (method in ('self', 'staff', 'scan', 'system')), at timestamptz, by_id uuid,
  check_snapshot jsonb, blocked_by text, tried_at timestamptz, defer_reason text, defer_until date, deferrals int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references registration_batch (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  check ((state = 'registered') = (at is not null)),
  check (state <> 'deferred' or defer_until is not null)
);
create unique index registration_record_key on registration_record (tenant_id, batch_id, student_id);
create index registration_record_student_id on registration_record (tenant_id, student_id, batch_id);
create index registration_record_state on registration_record (tenant_id, batch_id, state, at desc);
create index registration_record_at on registration_record (tenant_id, at desc, id);
create index registration_record_tried_at on registration_record (tenant_id, tried_at desc, id);
create index registration_record_defer_until on registration_record (tenant_id, defer_until, id);
create index registration_record_department_id on registration_record (tenant_id, department_id, at desc);
create index registration_record_class_id on registration_record (tenant_id, class_id, at desc);
create index registration_record_deferred on registration_record (tenant_id, defer_until) where state = 'deferred';
create index registration_record_by_id on registration_record (tenant_id, by_id);

create table registration_deferral (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, batch_id uuid not null, reason text not null, proofs jsonb,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled')), until date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, batch_id) references registration_batch (tenant_id, id)
);
create unique index registration_deferral_one on registration_deferral (tenant_id, student_id, batch_id) where state in ('pending', 'returned');
create index registration_deferral_student_id on registration_deferral (tenant_id, student_id, created_at desc);
create index registration_deferral_department_id on registration_deferral (tenant_id, department_id, created_at desc);
create index registration_deferral_class_id on registration_deferral (tenant_id, class_id, created_at desc);
create index registration_deferral_batch_id on registration_deferral (tenant_id, batch_id, created_at desc);
create index registration_deferral_state on registration_deferral (tenant_id, state, created_at desc);
create index registration_deferral_created on registration_deferral (tenant_id, created_at desc, id);
