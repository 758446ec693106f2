-- Calls for a case of level 1: one person after the other, until somebody takes it over.
create table attention_call (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  case_id uuid not null, size int not null check (size > 0), reached int not null check (reached between 1 and size), next_at timestamptz,
  state text not null default 'calling' check (state in ('calling', 'taken', 'over')), taken_by_id uuid, taken_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, case_id) references attention_case (tenant_id, id),
  foreign key (tenant_id, taken_by_id) references sys_user (tenant_id, id),
  constraint attention_call_taken check ((state = 'taken') = (taken_by_id is not null) and (state = 'taken') = (taken_at is not null))
);
-- One call at a time about a case.
create unique index attention_call_calling on attention_call (tenant_id, case_id) where state = 'calling';
create index attention_call_case_id on attention_call (tenant_id, case_id);
create index attention_call_taken_by_id on attention_call (tenant_id, taken_by_id);
create index attention_call_next_at on attention_call (tenant_id, next_at) where state = 'calling';

create table attention_call_step (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  call_id uuid not null, position int not null check (position > 0), user_id uuid not null, called_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, call_id) references attention_call (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id)
);
create unique index attention_call_step_call_id_position_key on attention_call_step (tenant_id, call_id, position);
create index attention_call_step_call_id on attention_call_step (tenant_id, call_id);
create index attention_call_step_user_id on attention_call_step (tenant_id, user_id);
