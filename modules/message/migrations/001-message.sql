-- Notices and who has read them; messages, how they were delivered and by which rules; text messages.
create table notice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, notice_type text not null, content text not null, audience jsonb not null, realm text not null, needs_receipt boolean not null default false,
  publish_at timestamptz, expire_at timestamptz, attachments jsonb, state text not null default 'draft', is_pinned boolean not null default false, edition int not null default 1,
  publisher_id uuid, teacher_id uuid, department_id uuid, review_note text, told_at timestamptz, reminded_at timestamptz, publisher jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, publisher_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, teacher_id) references teacher (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  check (state in ('draft', 'pending', 'published', 'withdrawn', 'expired')), check (realm in ('admin', 'welcome', 'exam')), check (expire_at > publish_at)
);
create index notice_list on notice (tenant_id, created_at desc) where deleted_at is null;
create index notice_running on notice (tenant_id, publish_at) where state = 'published' and deleted_at is null;

-- Everybody a notice is for, from the moment it reached them; read and acknowledged when the times say so.
create table notice_read (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  notice_id uuid not null, user_id uuid not null, read_at timestamptz, receipt_at timestamptz, receipt_text text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index notice_read_key on notice_read (tenant_id, notice_id, user_id);
create index notice_read_user on notice_read (tenant_id, user_id);

create table message_event (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null, name text not null, module text not null, level text not null, variables jsonb, title text not null, content text not null, default_channels jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (level in ('info', 'todo', 'important', 'urgent'))
);
create unique index message_event_code_key on message_event (tenant_id, code);

create table message_rule (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  event_code text not null, channels jsonb, is_enabled boolean not null default true, quiet_hours boolean not null default true, merge_minutes int, templates jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index message_rule_event_code_key on message_rule (tenant_id, event_code);

create table message_preference (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, event_code text not null, off_channels jsonb not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index message_preference_key on message_preference (tenant_id, user_id, event_code);

create table message (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  recipient_id uuid not null, event_code text not null, category text not null, title text not null, content text not null, level text not null,
  biz_type text, biz_id text, link text, mobile_link text, variables jsonb, merged int not null default 1, is_withdrawn boolean not null default false, read_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, recipient_id) references sys_user (tenant_id, id) on delete cascade,
  check (level in ('info', 'todo', 'important', 'urgent'))
);
create index message_recipient on message (tenant_id, recipient_id, created_at desc) where deleted_at is null;
create index message_unread on message (tenant_id, recipient_id) where read_at is null and deleted_at is null;
-- By it a message about a row is found again: to merge, to withdraw, to renew.
create index message_business on message (tenant_id, biz_id, event_code, recipient_id);

-- One way one message took. The queue of the workers: what is due lies in the partial index.
create table message_delivery (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  message_id uuid not null, recipient_id uuid not null, event_code text not null, channel text not null, state text not null, level text not null, obeys_quiet boolean not null default true,
  tries int not null default 0, next_at timestamptz not null default now(), sent_at timestamptz, error text, sent_text text, provider_id text, cost bigint,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade,
  foreign key (tenant_id, recipient_id) references sys_user (tenant_id, id) on delete cascade,
  check (channel in ('inApp', 'sms', 'wecom', 'wechat', 'email')), check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'skipped'))
);
-- No channel carries the same message twice.
create unique index message_delivery_key on message_delivery (tenant_id, message_id, channel);
create index message_delivery_due on message_delivery (tenant_id, next_at) where state in ('queued', 'sending');
create index message_delivery_list on message_delivery (tenant_id, created_at desc);

create table sms_provider (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, vendor text not null, signature text, access_key text, secret text, secret_hash text, app_id text, region text, endpoint text,
  priority int not null default 10, daily_limit int, price bigint, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (vendor in ('aliyun', 'tencent', 'http', 'log'))
);
create unique index sms_provider_name_key on sms_provider (tenant_id, name);

create table sms_template (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  event_code text not null, vendor text not null, vendor_template_id text not null, parameters jsonb, text text not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id), check (vendor in ('aliyun', 'tencent', 'http', 'log'))
);
create unique index sms_template_event_code_vendor_key on sms_template (tenant_id, event_code, vendor);

create table sms_log (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  mobile text not null, event_code text not null, text text not null, state text not null, parts int not null default 1, cost bigint, vendor text, provider_id uuid, receipt text, error text, sent_at timestamptz,
  secret_values text, secret_values_hash text, is_urgent boolean not null default false,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, provider_id) references sms_provider (tenant_id, id) on delete set null (provider_id),
  check (state in ('queued', 'sending', 'sent', 'failed'))
);
create index sms_log_list on sms_log (tenant_id, created_at desc);
create index sms_log_open on sms_log (tenant_id, created_at) where state in ('queued', 'sending');
