-- Tables of the system module. Users, roles, menus, code sets and parameters are the kernel's own tables (the access gate reads them);
-- here is what only this module needs.

create unique index role_name_key on role (tenant_id, name);
create index role_user_role on role_user (tenant_id, role_id);
create index menu_parent on menu (tenant_id, parent_id);
-- Lists of accounts: by number, by last sign-in, and the keyword.
create index sys_user_account_no on sys_user (tenant_id, account_no);
create index sys_user_user_name on sys_user (tenant_id, user_name);
create index sys_user_last_login on sys_user (tenant_id, last_login_time);
-- Accounts that still wait for their first password.
create index sys_user_without_password on sys_user (tenant_id) where password_hash is null;

-- A cover (代班) names whose classes it brings; several may follow each other, so only the other sources are unique per role.
alter table role_user add column covered_user_id uuid;
alter table role_user add foreign key (tenant_id, covered_user_id) references sys_user (tenant_id, id) on delete cascade;
alter table role_user add check ((source = 'cover') = (covered_user_id is not null));
alter table role_user add check (valid_to >= valid_from);
drop index role_user_key;
create unique index role_user_key on role_user (tenant_id, user_id, role_id, source) where source <> 'cover';
alter table role_user add constraint role_user_cover_apart exclude using gist
  (tenant_id with =, user_id with =, role_id with =, covered_user_id with =, daterange(valid_from, valid_to, '[]') with &&) where (source = 'cover');
create index role_user_cover on role_user (tenant_id, user_id) where source = 'cover';

create table app_name (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, name_tw text, name_en text, icon text not null, category text not null, url text not null, open_type int not null default 1,
  terminals jsonb not null, audience jsonb, begin_at timestamptz, end_at timestamptz, guide text,
  is_recommended boolean not null default false, sort int default 0, is_enabled boolean not null default true, menu_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, menu_id) references menu (tenant_id, id),
  check (open_type between 1 and 4), check (end_at >= begin_at)
);
create unique index app_name_name_key on app_name (tenant_id, name);
create index app_name_sort on app_name (tenant_id, sort);

-- What a person collected and how often they opened it.
create table user_app_mark (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, app_id uuid not null, is_collected boolean not null default false, used_count int not null default 0, last_used_at timestamptz, sort int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, app_id) references app_name (tenant_id, id) on delete cascade
);
create unique index user_app_mark_user_id_app_id_key on user_app_mark (tenant_id, user_id, app_id);

-- How the program presents itself in one realm. The spelling isWartermark is the customer's.
create table app_info (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  app_type int not null, sso_type text, sso_login_url text, sso_logout_url text, is_wartermark boolean not null default false, wartermark_text text,
  global_title text, global_vice_title text, ureport_url text, login_tips text, show_login int default 1,
  logo text, login_background text, languages jsonb, record_no text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (app_type between 0 and 3)
);
create unique index app_info_app_type_key on app_info (tenant_id, app_type);

create table rich_text (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  params text not null, title text, content text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index rich_text_params_key on rich_text (tenant_id, params);

-- First passwords given to many accounts in the background: how far it has come, and where it goes on after a crash.
create table password_issue (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  department_id uuid, user_type int, state text not null default 'running', total int not null, done int not null default 0, skipped int not null default 0, reached uuid, message text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (state in ('running', 'done', 'failed'))
);
create unique index password_issue_running on password_issue (tenant_id) where state = 'running';

-- Who acts while covering for somebody is marked in every history entry, whichever code wrote it.
create function mark_cover() returns trigger language plpgsql as $$
begin
  new.on_behalf_of := (select covered_user_id from role_user where tenant_id = new.tenant_id and user_id = new.user_id and source = 'cover'
    and (now() at time zone 'Asia/Shanghai')::date between valid_from and valid_to order by valid_from limit 1);
  return new;
end $$;
create trigger operation_log_cover before insert on operation_log for each row when (new.user_id is not null and new.on_behalf_of is null) execute function mark_cover();
