-- The todos themselves are the kernel's (040-todo.sql): every module opens and closes them.

-- Where the widgets of a desktop lie: a role's, and a person's own above it.
create table desktop_layout (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  owner_type text not null, owner_id text not null, terminal text not null default 'web', widgets jsonb not null, locked boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (owner_type in ('role', 'user')), check (terminal in ('web', 'mobile', 'welcome', 'exam'))
);
create unique index desktop_layout_key on desktop_layout (tenant_id, owner_type, owner_id, terminal);

-- Appointments: one's own, and those other modules put there (source_type, source_id), which stay as they are.
create table schedule_event (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, title text not null, "begin" timestamptz not null, "end" timestamptz not null, all_day boolean not null default false, kind text, place text,
  remind_minutes int, reminded_at timestamptz, repeat_rule text, note text, source_type text, source_id text, link text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  check ("end" >= "begin"), check ((source_type is null) = (source_id is null)), check (remind_minutes between 0 and 10080)
);
create index schedule_event_user on schedule_event (tenant_id, user_id, "begin");
create unique index schedule_event_source on schedule_event (tenant_id, user_id, source_type, source_id, "begin") where source_type is not null;
create index schedule_event_repeat on schedule_event (tenant_id, user_id) where repeat_rule is not null;
create index schedule_event_remind on schedule_event (tenant_id, "begin") where remind_minutes is not null;

-- The private address under which a calendar program reads somebody's schedule. Only the hash of its key is kept.
create table schedule_address (
  tenant_id uuid not null references tenant, user_id uuid not null, key_hash text not null, created_at timestamptz not null default now(), read_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index schedule_address_key on schedule_address (tenant_id, key_hash);
