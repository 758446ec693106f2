-- Pictures that change in turn, by place and time.
create table carousel (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, image jsonb not null default '[]', link text, place text not null, audience jsonb, lang text not null default 'all', begin_at timestamptz, end_at timestamptz, sort int not null default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  check (place in ('login', 'desktop', 'welcome', 'mobile', 'screen')), check (lang in ('all', 'zh-cn', 'zh-tw', 'en')), check (end_at is null or begin_at is null or end_at > begin_at)
);
create index carousel_place on carousel (tenant_id, place, sort);
