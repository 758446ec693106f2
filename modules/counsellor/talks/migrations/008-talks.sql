-- Talks that students ask for, or that their counsellor calls them to.
create table talk_request (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, topic text, words text, state text not null default 'asked' check (state in ('asked', 'arranged', 'done', 'withdrawn')),
  at timestamptz, place text, reply text, by_id uuid, is_called boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id),
  constraint talk_request_arranged check (state <> 'arranged' or at is not null)
);
create index talk_request_student_id on talk_request (tenant_id, student_id);
create index talk_request_by_id on talk_request (tenant_id, by_id);
