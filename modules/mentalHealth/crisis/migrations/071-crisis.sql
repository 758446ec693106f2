-- What happened in a crisis, who led it, what was done when. Words are encrypted by the application.
create table crisis_event (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, case_id uuid not null, at timestamptz not null, place text, place_hash text, facts text, facts_hash text,
  reported_by_id uuid not null, lead_id uuid not null, next_lead_id uuid, accept_by timestamptz, guardian_at timestamptz,
  outcome text, outcome_hash text, review text, review_hash text, closed_on date,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, reported_by_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, lead_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, next_lead_id) references sys_user (tenant_id, id),
  constraint crisis_event_told check (place is not null and facts is not null),
  constraint crisis_event_closed check ((state = 'closed') = (closed_on is not null) and (state = 'closed') = (outcome is not null)),
  constraint crisis_event_next check ((next_lead_id is null) = (accept_by is null) and next_lead_id <> lead_id)
);
-- One at a time about a student: what is reported again belongs to it.
create unique index crisis_event_open on crisis_event (tenant_id, student_id) where state = 'open';
create index crisis_event_at on crisis_event (tenant_id, at desc, id);
create index crisis_event_student_id on crisis_event (tenant_id, student_id);
create index crisis_event_case_id on crisis_event (tenant_id, case_id);
create index crisis_event_reported_by_id on crisis_event (tenant_id, reported_by_id);
create index crisis_event_lead_id on crisis_event (tenant_id, lead_id);
create index crisis_event_next_lead_id on crisis_event (tenant_id, next_lead_id);
create index crisis_event_accept_by on crisis_event (tenant_id, accept_by) where next_lead_id is not null;

create table crisis_step (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  event_id uuid not null, at timestamptz not null, by_id uuid not null, kind text not null check (kind in ('step', 'guardian', 'handOver', 'accept', 'lapsed', 'report', 'close')),
  person text, person_hash text, words text, words_hash text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, event_id) references crisis_event (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create index crisis_step_event_id on crisis_step (tenant_id, event_id, at);
create index crisis_step_by_id on crisis_step (tenant_id, by_id);
