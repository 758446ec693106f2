-- Stores of objects that a school has set up beside the installation's own.
create table bucket (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, vendor text not null, endpoint text not null, region text not null, access_key text not null, secret text not null, secret_hash text,
  is_default boolean not null default false, is_public boolean not null default false, quota_gb int, checked_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (vendor in ('s3', 'oss', 'cos', 'obs', 'minio')), check (quota_gb > 0)
);
create unique index bucket_name_key on bucket (tenant_id, name);
create unique index bucket_default_key on bucket (tenant_id) where is_default;

-- Files on their way from one bucket to another. Everything is copied first; the rows change over together, once nothing is missing.
create table file_move (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  from_bucket text not null, to_bucket text not null, state text not null default 'copying',
  total int not null default 0, copied int not null default 0, message text, held_until timestamptz, started_at timestamptz not null default now(), ended_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (state in ('copying', 'clearing', 'done', 'failed', 'cancelled')), check (from_bucket <> to_bucket)
);
create unique index file_move_running on file_move (tenant_id) where state in ('copying', 'clearing');
create table file_move_object (
  tenant_id uuid not null references tenant, move_id uuid not null, object_key text not null, size bigint not null, is_cleared boolean not null default false,
  primary key (tenant_id, move_id, object_key), foreign key (tenant_id, move_id) references file_move (tenant_id, id) on delete cascade
);
create index attachment_bucket on attachment (tenant_id, bucket_name);

-- Parts of a large file that has not come in whole yet.
create table part_upload (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, name text not null, size bigint not null, received bigint not null default 0, biz_type text, field text, touched_at timestamptz not null default now(),
  primary key (tenant_id, id), check (size > 0), check (received between 0 and size)
);

-- Attachments are listed like every other entity.
alter table attachment add column created_by uuid, add column updated_at timestamptz not null default now(), add column updated_by uuid, add column version int not null default 1, add column downloads int not null default 0;

-- Documents the school keeps for its people, in folders, with their versions.
create table file_folder (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  parent_id uuid, name text not null, sort int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), foreign key (tenant_id, parent_id) references file_folder (tenant_id, id)
);
create unique index file_folder_key on file_folder (tenant_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), name);
create table file_doc (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  folder_id uuid not null, name text not null, attachment_ids jsonb not null default '[]', edition int not null default 1, audience jsonb not null default '{"all":true}', downloads int not null default 0, valid_to date, note text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), foreign key (tenant_id, folder_id) references file_folder (tenant_id, id)
);
create unique index file_doc_key on file_doc (tenant_id, folder_id, name);
