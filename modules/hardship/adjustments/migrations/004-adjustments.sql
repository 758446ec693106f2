create table level_adjustment (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, department_id uuid, class_id uuid, kind text not null default 'upgrade' check (kind in ('upgrade', 'downgrade', 'exit', 'falseStatement')),
  from_level text, to_level text, reason text not null, proofs jsonb, answer text, answer_by date, decision_note text,
  state text not null check (state in ('pending', 'approved', 'rejected', 'returned', 'withdrawn', 'cancelled', 'noticed', 'answered', 'effective')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
-- One adjustment of a student at a time, whoever begins it.
create unique index level_adjustment_open on level_adjustment (tenant_id, student_id) where state in ('pending', 'returned', 'noticed', 'answered');
create index level_adjustment_created on level_adjustment (tenant_id, created_at desc, id);
create index level_adjustment_answer_by on level_adjustment (tenant_id, answer_by, id);
create index level_adjustment_state on level_adjustment (tenant_id, state, created_at desc);
create index level_adjustment_student_id on level_adjustment (tenant_id, student_id, created_at desc);
create index level_adjustment_department_id on level_adjustment (tenant_id, department_id, created_at desc);
create index level_adjustment_class_id on level_adjustment (tenant_id, class_id, created_at desc);

create table level_check (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  xn text not null, xq_m text not null check (xq_m in ('1', '2', '3')), student_id uuid not null, level text not null,
  result text check (result in ('unchanged', 'better', 'worse')), talk text, checked_by_id uuid, state text not null default 'open' check (state in ('open', 'done')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, checked_by_id) references sys_user (tenant_id, id)
);
create unique index level_check_xn_xq_m_student_id_key on level_check (tenant_id, xn, xq_m, student_id);
create index level_check_created on level_check (tenant_id, created_at desc, id);
create index level_check_student_id on level_check (tenant_id, student_id);
