-- Pages a person opened last, on any device.
create table recent_page (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, path text not null, opened_at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index recent_page_user_id_path_key on recent_page (tenant_id, user_id, path);
