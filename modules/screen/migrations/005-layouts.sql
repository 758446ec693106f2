-- How a school has laid its big screens out: a draft, what is published, and what was.
create table screen_layout (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  screen text not null, no int not null, tiles jsonb not null, state text not null check (state in ('draft', 'published', 'former')), published_at timestamptz, published_by uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, published_by) references sys_user (tenant_id, id)
);
create unique index screen_layout_no_key on screen_layout (tenant_id, screen, no);
-- of a screen one draft and one that is published, whoever presses at once
create unique index screen_layout_state_key on screen_layout (tenant_id, screen, state) where state <> 'former';
create index screen_layout_published_by on screen_layout (tenant_id, published_by);
