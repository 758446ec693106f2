-- Changes of societies that their heads ask for; how long a former head reads on.
alter table society_member add reads_until timestamptz;

create table society_change (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  society_id uuid not null, student_id uuid not null, kind text not null check (kind in ('head', 'rename', 'advisor', 'unit', 'charter')), reason text not null,
  member_id uuid, effective_at timestamptz, new_name text, advisor_no text, advisor_name text, new_unit_id uuid, charter jsonb, minutes jsonb,
  new_head_id uuid, agreed_at timestamptz, new_advisor_id uuid, before text, after text,
  state text not null default 'pending' check (state in ('pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'done')), done_on date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, member_id) references society_member (tenant_id, id),
  foreign key (tenant_id, new_unit_id) references department (tenant_id, id),
  foreign key (tenant_id, new_head_id) references student (tenant_id, id),
  foreign key (tenant_id, new_advisor_id) references teacher (tenant_id, id)
);
-- One change of a kind at a time, however often it is pressed.
create unique index society_change_open on society_change (tenant_id, society_id, kind) where state in ('pending', 'returned', 'approved');
create index society_change_society_id on society_change (tenant_id, society_id, created_at desc);
create index society_change_student_id on society_change (tenant_id, student_id, created_at desc);
create index society_change_member_id on society_change (tenant_id, member_id);
create index society_change_new_unit_id on society_change (tenant_id, new_unit_id);
create index society_change_new_head_id on society_change (tenant_id, new_head_id, state);
create index society_change_new_advisor_id on society_change (tenant_id, new_advisor_id);
create index society_change_state on society_change (tenant_id, state, created_at desc);
create index society_change_done_on on society_change (tenant_id, done_on, id);
create index society_change_created_at on society_change (tenant_id, created_at desc, id);
