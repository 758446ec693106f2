-- How a person has set up the shell, by kind of device.
create table user_preference (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, terminal text not null, theme jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  check (terminal in ('web', 'mobile', 'welcome', 'exam'))
);
create unique index user_preference_user_id_terminal_key on user_preference (tenant_id, user_id, terminal);

-- The look an administrator has published; what a person chooses goes before it.
alter table app_info add column theme jsonb;

-- One-time tickets that tell a framed page who has opened it.
create table shell_ticket (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  ticket_hash bytea not null, user_id uuid not null, session_id uuid not null, expires_at timestamptz not null, used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index shell_ticket_hash_key on shell_ticket (tenant_id, ticket_hash);
create index shell_ticket_expires_at on shell_ticket (tenant_id, expires_at);
