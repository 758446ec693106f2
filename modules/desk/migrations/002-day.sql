-- How people see their own to-dos: on top, or later.
create table day_mark (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, todo_id uuid not null, is_pinned boolean not null default false, snoozed_until timestamptz, reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, todo_id) references todo (tenant_id, id) on delete cascade
);
create unique index day_mark_todo_id_key on day_mark (tenant_id, todo_id);
create index day_mark_user_id on day_mark (tenant_id, user_id);
