-- Appeals against punishments, to the school's committee and to the province.
create table appeal (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  punishment_id uuid not null, student_id uuid not null, stage text not null default 'school' check (stage in ('school', 'province')),
  grounds text not null, files jsonb, submitted_at timestamptz not null, accepted_on date, refusal_reason text, missing text, correct_due_on date,
  due_on date, extended_to date, extension_approved_by uuid, members jsonb, votes jsonb, suspend_advice boolean not null default false,
  conclusion text check (conclusion in ('uphold', 'suggestRevoke', 'suggestChange')), concluded_on date, opinion text, result_no text,
  served_on date, province_due_on date, carried_out_on date,
  state text not null default 'submitted' check (state in ('submitted', 'correcting', 'refused', 'reviewing', 'concluded', 'served', 'withdrawn')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, punishment_id) references punishment (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  constraint appeal_concluded check ((state in ('concluded', 'served')) = (conclusion is not null))
);
create unique index appeal_result_no_key on appeal (tenant_id, result_no);
-- One to each body, unless it was withdrawn.
create unique index appeal_once on appeal (tenant_id, punishment_id, stage) where state <> 'withdrawn';
create index appeal_punishment_id on appeal (tenant_id, punishment_id, submitted_at desc);
create index appeal_student_id on appeal (tenant_id, student_id, submitted_at desc);
create index appeal_submitted_at on appeal (tenant_id, submitted_at desc, id);
create index appeal_due_on on appeal (tenant_id, due_on, id);
create index appeal_state on appeal (tenant_id, state, submitted_at desc);
