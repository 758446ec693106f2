-- A plan that spreads the students of some grade-majors over classes, who belongs together in it, and where it puts each.
create table distribution_plan (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, grade int not null, grade_major_ids jsonb not null, class_ids jsonb not null, balance jsonb not null, score_fact text, seed int not null default 1,
  state text not null default 'draft' check (state in ('draft', 'previewed', 'published')),
  student_count int, placed_count int, previewed_at timestamptz, published_at timestamptz, published_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check ((state = 'published') = (published_at is not null)),
  check (state = 'draft' or previewed_at is not null)
);
create unique index distribution_plan_name_key on distribution_plan (tenant_id, name);
create index distribution_plan_created on distribution_plan (tenant_id, created_at desc, id);
create index distribution_plan_grade on distribution_plan (tenant_id, grade, id);
create index distribution_plan_state on distribution_plan (tenant_id, state, id);
create index distribution_plan_published_at on distribution_plan (tenant_id, published_at desc, id);
create index distribution_plan_published_by on distribution_plan (tenant_id, published_by);

create table distribution_pair (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null, kind text not null check (kind in ('together', 'apart')), student_id uuid not null, other_id uuid not null, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references distribution_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, other_id) references student (tenant_id, id),
  check (student_id <> other_id)
);
create unique index distribution_pair_key on distribution_pair (tenant_id, plan_id, student_id, other_id);
-- Whoever is named first, two students have one requirement in a plan.
create unique index distribution_pair_once on distribution_pair (tenant_id, plan_id, least(student_id, other_id), greatest(student_id, other_id));
create index distribution_pair_created on distribution_pair (tenant_id, created_at, id);
create index distribution_pair_student_id on distribution_pair (tenant_id, student_id);
create index distribution_pair_other_id on distribution_pair (tenant_id, other_id);

create table distribution_line (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  plan_id uuid not null, student_id uuid not null, grade_major_id uuid not null, class_id uuid, is_locked boolean not null default false, score numeric(9,2),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, plan_id) references distribution_plan (tenant_id, id) on delete cascade,
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, grade_major_id) references grade_major (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id)
);
create unique index distribution_line_key on distribution_line (tenant_id, plan_id, student_id);
create index distribution_line_class_id on distribution_line (tenant_id, plan_id, class_id);
create index distribution_line_student_id on distribution_line (tenant_id, student_id);
create index distribution_line_created on distribution_line (tenant_id, created_at, id);
