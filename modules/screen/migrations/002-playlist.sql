-- Walls that take turns on one device.
create table playlist (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null,
  items jsonb not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index playlist_name_key on playlist (tenant_id, name);
alter table screen_device add column playlist_id uuid, add foreign key (tenant_id, playlist_id) references playlist (tenant_id, id);
create index screen_device_playlist_id on screen_device (tenant_id, playlist_id);
