-- Tables the kernel itself needs. Row-level security, the policy and the grants of every table are added
-- after each migration run by protect.ts, so that no table can be forgotten.

create table tenant (
  id uuid primary key default uuidv7(),
  code text not null unique,
  school_name text not null,
  school_code text,
  short_name text,
  state text not null default 'active',
  timezone text not null default 'Asia/Shanghai',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sys_user (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  realm text not null, user_name text not null, account_no text not null, nick_name text not null, user_type int,
  person_id uuid, student_id uuid, teacher_id uuid, department_id uuid,
  mobile text, mobile_verified boolean not null default false, email text, email_verified boolean not null default false, avatar uuid,
  password_hash text, pass_word_level int, password_changed_at timestamptz, must_change_password boolean not null default true,
  status text not null default 'enabled', valid_until date, locked_until timestamptz,
  last_login_time timestamptz, last_login_ip text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (realm in ('admin', 'welcome', 'exam')), check (status in ('enabled', 'locked', 'disabled', 'expired')),
  check ((realm = 'admin') = (user_type is not null))
);
create unique index sys_user_user_name_key on sys_user (tenant_id, realm, lower(user_name));
create unique index sys_user_account_no_key on sys_user (tenant_id, realm, account_no);
create unique index sys_user_student_key on sys_user (tenant_id, realm, student_id) where student_id is not null;
create unique index sys_user_teacher_key on sys_user (tenant_id, realm, teacher_id) where teacher_id is not null;
create index sys_user_department on sys_user (tenant_id, department_id);

create table role (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, data_scope text not null, custom_scope jsonb,
  built_in boolean not null default false, privileged boolean not null default false, mfa_required boolean not null default false, delegable boolean not null default false,
  sort int not null default 0, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (data_scope in ('all', 'dept', 'deptOnly', 'fdyClass', 'bzrClass', 'building', 'unit', 'assigned', 'self', 'custom'))
);
create unique index role_code_key on role (tenant_id, code);

create table menu (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  parent_id uuid, terminal text not null default 'web', type text not null, title text not null, title_tw text, title_en text,
  path text, name text, component text, redirect text, icon text, sort int not null default 0,
  open_type int not null default 1, menu_link text,
  is_hide boolean not null default false, is_keep_alive boolean not null default true, is_affix boolean not null default false, is_iframe boolean not null default false, is_auth boolean not null default true,
  tag text, permission_key text, module text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references menu (tenant_id, id),
  check (type in ('dir', 'menu', 'button')), check (terminal in ('web', 'mobile', 'welcome', 'exam')), check (open_type between 1 and 4)
);
create unique index menu_path_key on menu (tenant_id, terminal, path) where path is not null;
create unique index menu_button_key on menu (tenant_id, parent_id, permission_key) where type = 'button';

create table role_menu (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  role_id uuid not null, menu_id uuid not null, scope_override text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, menu_id) references menu (tenant_id, id) on delete cascade
);
create unique index role_menu_key on role_menu (tenant_id, role_id, menu_id);

create table role_user (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  role_id uuid not null, user_id uuid not null, source text not null default 'manual', valid_from date, valid_to date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade,
  check (source in ('manual', 'derived', 'cover'))
);
create unique index role_user_key on role_user (tenant_id, user_id, role_id, source);

create table dictionary (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, kind text not null default 'flat', standard text, locked boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (kind in ('flat', 'tree'))
);
create unique index dictionary_code_key on dictionary (tenant_id, code);

create table dictionary_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  dictionary_id uuid not null, dictionary_key text not null, dictionary_value text not null, dictionary_value_tw text, dictionary_value_en text,
  parent_id uuid, sort int not null default 0, color text, standard_code text, is_enabled boolean not null default true, built_in boolean not null default false, remark text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dictionary_id) references dictionary (tenant_id, id),
  foreign key (tenant_id, parent_id) references dictionary_item (tenant_id, id)
);
create unique index dictionary_item_key on dictionary_item (tenant_id, dictionary_id, dictionary_key);

-- Every version of a parameter group; the highest one counts.
create table base_params (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  params_id text not null, content jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index base_params_key on base_params (tenant_id, params_id, version);

-- What changed on a row, who did it and by which way; the history people see on a detail page.
create table operation_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid, on_behalf_of uuid, module text not null, action text not null, biz_type text not null, biz_id uuid,
  source text, diff jsonb, ip text, trace_id text, at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index operation_log_row on operation_log (tenant_id, biz_type, biz_id, at);
create index operation_log_user on operation_log (tenant_id, user_id, at);

-- Sensitive reads, exports, permission changes, failed access. Insert-only; `sealed` is set by the chain sealer.
create table audit_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  seq bigint generated always as identity,
  user_id uuid, action text not null, biz_type text, biz_id uuid, detail jsonb, ip text, trace_id text, at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index audit_log_row on audit_log (tenant_id, biz_type, biz_id, at);
create index audit_log_user on audit_log (tenant_id, user_id, at);

create table outbox (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  event text not null, payload jsonb not null, created_at timestamptz not null default now(), done_at timestamptz, tries int not null default 0, error text, next_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index outbox_open on outbox (next_at) where done_at is null;
-- Which listener has handled which event: a repeat changes nothing.
create table inbox (
  tenant_id uuid not null references tenant, event_id uuid not null, listener text not null, at timestamptz not null default now(),
  primary key (tenant_id, event_id, listener)
);

create table idempotency (
  tenant_id uuid not null references tenant, user_id uuid not null, route text not null, key text not null,
  request_hash text not null, response jsonb, created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, route, key)
);
create index idempotency_age on idempotency (created_at);
