-- Societies, and who is in them.
create table society (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, name_en text, category text not null, level text not null default 'school' check (level in ('school', 'college')),
  department_id uuid, guidance_unit_id uuid not null, advisor_id uuid not null, other_advisor_ids jsonb, purpose text not null, charter jsonb, meets text,
  join_way text not null default 'review' check (join_way in ('open', 'review', 'closed')), member_cap int, member_fee bigint check (member_fee >= 0), league_branch_id uuid,
  star int not null default 0, logo jsonb, intro text, founded_on date not null,
  state text not null default 'active' check (state in ('probation', 'active', 'suspended', 'liquidating', 'dissolved')), state_note text, resumes_as text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, guidance_unit_id) references department (tenant_id, id),
  foreign key (tenant_id, advisor_id) references teacher (tenant_id, id),
  foreign key (tenant_id, league_branch_id) references league_branch (tenant_id, id),
  constraint society_college check (level = 'school' or department_id is not null)
);
create unique index society_code_key on society (tenant_id, code);
-- The name of a society that was dissolved is free again.
create unique index society_name_key on society (tenant_id, name) where state <> 'dissolved';
create index society_name on society (tenant_id, name, id);
create index society_category on society (tenant_id, category, code);
create index society_department_id on society (tenant_id, department_id);
create index society_guidance_unit_id on society (tenant_id, guidance_unit_id, code);
create index society_advisor_id on society (tenant_id, advisor_id);
create index society_league_branch_id on society (tenant_id, league_branch_id);
create index society_star on society (tenant_id, star desc, id);
create index society_founded_on on society (tenant_id, founded_on, id);
create index society_state on society (tenant_id, state, code);

create table society_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  society_id uuid not null, student_id uuid not null, role text not null default 'member' check (role in ('head', 'deputy', 'treasurer', 'officer', 'member')),
  joined_on date, post_from date, state text not null default 'active' check (state in ('asked', 'confirming', 'active', 'declined', 'left')),
  note text, asked_at timestamptz, answer_by timestamptz, told text, left_on date, leave_reason text, removal_reason text, hear_until timestamptz, statement text, post_doubt text,
  fee_xn text, bill_line_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references bill_line (tenant_id, id),
  constraint society_member_joined check (state <> 'active' or joined_on is not null),
  constraint society_member_post check (state = 'active' or role = 'member'),
  constraint society_member_hearing check ((removal_reason is null) = (hear_until is null))
);
create unique index society_member_key on society_member (tenant_id, society_id, student_id);
-- One head of a society, and one society of a head, whoever names them at once.
create unique index society_member_head on society_member (tenant_id, society_id) where role = 'head';
create unique index society_member_heads on society_member (tenant_id, student_id) where role = 'head';
create index society_member_student_id on society_member (tenant_id, student_id, state);
create index society_member_society_id on society_member (tenant_id, society_id, role, joined_on, id);
create index society_member_state on society_member (tenant_id, society_id, state);
create index society_member_by_state on society_member (tenant_id, state, id);
create index society_member_joined_on on society_member (tenant_id, joined_on, id);
create index society_member_asked_at on society_member (tenant_id, asked_at, id);
create index society_member_left_on on society_member (tenant_id, left_on, id);
create index society_member_bill_line_id on society_member (tenant_id, bill_line_id);
create index society_member_waiting on society_member (tenant_id, answer_by) where state = 'asked';
