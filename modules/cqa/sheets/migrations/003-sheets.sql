create table cqa_sheet (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  scheme_id uuid not null, student_id uuid not null, grade int, department_id uuid, major_id uuid, class_id uuid,
  state text not null default 'open' check (state in ('open', 'selfDone', 'groupDone', 'fdyDone', 'collegeDone', 'publicised', 'final', 'excluded')),
  is_self_missed boolean not null default false, excluded_reason text check (excluded_reason in ('late', 'suspended', 'left', 'exchange', 'other')),
  pending_reason text, returned_reason text, dimensions jsonb, total numeric(8, 4),
  class_rank int, class_size int, major_rank int, major_size int, college_rank int, college_size int, school_rank int, school_size int, rank_share numeric(5, 2),
  items jsonb, hash text, calculated_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references cqa_scheme (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, major_id) references major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  constraint cqa_sheet_excluded check ((state = 'excluded') = (excluded_reason is not null))
);
create unique index cqa_sheet_key on cqa_sheet (tenant_id, scheme_id, student_id);
create index cqa_sheet_student on cqa_sheet (tenant_id, student_id);
create index cqa_sheet_class on cqa_sheet (tenant_id, class_id, scheme_id, state);
create index cqa_sheet_department on cqa_sheet (tenant_id, department_id);
create index cqa_sheet_major on cqa_sheet (tenant_id, major_id);
create index cqa_sheet_created on cqa_sheet (tenant_id, created_at desc, id);
create index cqa_sheet_state on cqa_sheet (tenant_id, state, id);
create index cqa_sheet_total on cqa_sheet (tenant_id, scheme_id, total desc, id);
create index cqa_sheet_share on cqa_sheet (tenant_id, scheme_id, rank_share, id);
create index cqa_sheet_class_rank on cqa_sheet (tenant_id, class_rank, id);
create index cqa_sheet_major_rank on cqa_sheet (tenant_id, major_rank, id);
create index cqa_sheet_college_rank on cqa_sheet (tenant_id, college_rank, id);
create index cqa_sheet_school_rank on cqa_sheet (tenant_id, school_rank, id);

create table cqa_score (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  sheet_id uuid not null, index_id uuid not null, stage text not null check (stage in ('auto', 'self', 'group', 'fdy', 'college')),
  score numeric(8, 2) not null, reason text, proofs jsonb, scorer_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, sheet_id) references cqa_sheet (tenant_id, id),
  foreign key (tenant_id, index_id) references cqa_index (tenant_id, id),
  foreign key (tenant_id, scorer_id) references sys_user (tenant_id, id)
);
create unique index cqa_score_key on cqa_score (tenant_id, sheet_id, index_id, stage);
create index cqa_score_index on cqa_score (tenant_id, index_id);
create index cqa_score_scorer on cqa_score (tenant_id, scorer_id);
