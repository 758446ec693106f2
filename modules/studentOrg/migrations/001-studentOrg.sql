-- Student organisations, their departments and posts.
create table student_org (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null,
  type text not null check (type in ('studentUnion', 'gradUnion', 'leagueBranch', 'classCommittee', 'dormCommittee', 'volunteerTeam', 'other')),
  level text not null check (level in ('school', 'college', 'grade', 'class')),
  department_id uuid, grade int, class_id uuid, league_branch_id uuid, parent_id uuid, guide_id uuid, other_guide_ids jsonb,
  staff_cap int check (staff_cap > 0), chair_cap int check (chair_cap > 0), dept_cap int check (dept_cap >= 0), term_months int not null default 12 check (term_months > 0),
  state text not null default 'draft' check (state in ('draft', 'active', 'ended')), breach_reason text, ended_on date, end_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, class_id) references stu_class (tenant_id, id),
  foreign key (tenant_id, league_branch_id) references league_branch (tenant_id, id),
  foreign key (tenant_id, parent_id) references student_org (tenant_id, id),
  foreign key (tenant_id, guide_id) references teacher (tenant_id, id)
);
create unique index student_org_code_key on student_org (tenant_id, code);
-- One committee of a class, and one of its branch: so a class has one monitor and one secretary.
create unique index student_org_class_key on student_org (tenant_id, class_id, type) where type in ('classCommittee', 'leagueBranch') and state <> 'ended';
create index student_org_class_id on student_org (tenant_id, class_id);
create index student_org_name on student_org (tenant_id, name, id);
create index student_org_state on student_org (tenant_id, state, code);
create index student_org_level on student_org (tenant_id, level, code);
create index student_org_type on student_org (tenant_id, type, code);
create index student_org_department_id on student_org (tenant_id, department_id);
create index student_org_league_branch_id on student_org (tenant_id, league_branch_id);
create index student_org_parent_id on student_org (tenant_id, parent_id);
create index student_org_guide_id on student_org (tenant_id, guide_id);

create table org_unit (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, name text not null, sort int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id)
);
create unique index org_unit_org_id_name_key on org_unit (tenant_id, org_id, name);
create index org_unit_sort on org_unit (tenant_id, org_id, sort, name);

create table org_post (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  org_id uuid not null, unit_id uuid, name text not null,
  kind text not null check (kind in ('chair', 'viceChair', 'unitHead', 'unitDeputy', 'officer', 'secretary', 'monitor', 'committee')),
  seats int not null default 1 check (seats > 0), way text not null default 'appointment' check (way in ('election', 'recommendation', 'appointment')), rights jsonb, sort int,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, org_id) references student_org (tenant_id, id),
  foreign key (tenant_id, unit_id) references org_unit (tenant_id, id),
  constraint org_post_single check (kind not in ('monitor', 'secretary') or seats = 1)
);
create unique index org_post_org_id_unit_id_name_key on org_post (tenant_id, org_id, unit_id, name) nulls not distinct;
create unique index org_post_single_key on org_post (tenant_id, org_id, kind) where kind in ('monitor', 'secretary');
create index org_post_sort on org_post (tenant_id, org_id, sort, name);
create index org_post_name on org_post (tenant_id, name, id);
create index org_post_seats on org_post (tenant_id, seats, id);
create index org_post_unit_id on org_post (tenant_id, unit_id);
