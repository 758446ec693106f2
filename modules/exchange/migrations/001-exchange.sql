-- How receivers want their files.
create table export_profile (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, target text not null, dataset text not null, format text not null default 'xlsx', charset text not null default 'utf8', delimiter text,
  header_rows int not null default 1, columns jsonb not null, sum_row boolean not null default false, split_by text not null default 'none', max_rows int,
  file_name_pattern text not null default '{profile}-{date}', revision int not null default 1, valid_from date not null, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index export_profile_code_key on export_profile (tenant_id, code);

-- Every file made, with its rows as they were.
create table export_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  profile_id uuid not null, revision int not null, dataset text not null, filter jsonb not null, file_name text not null, row_count int not null, left_out int not null default 0,
  is_sensitive boolean not null, reason text, digest text not null, again_of uuid, exported_by uuid, exported_at timestamptz not null, content text not null, content_hash text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, profile_id) references export_profile (tenant_id, id),
  foreign key (tenant_id, again_of) references export_log (tenant_id, id)
);
create index export_log_exported_at on export_log (tenant_id, exported_at desc, id);
create index export_log_profile_id on export_log (tenant_id, profile_id);
create index export_log_again_of on export_log (tenant_id, again_of) where again_of is not null;
