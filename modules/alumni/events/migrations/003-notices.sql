-- Notices to alumni, and who was told and has read them.
create table alumni_notice (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, content text not null, year_from int, year_to int, major_names jsonb, regions jsonb, club_ids jsonb, publish_at timestamptz, is_pinned boolean not null default false,
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')), club_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, club_id) references alumni_club (tenant_id, id),
  constraint alumni_notice_published check (state in ('draft', 'withdrawn') or publish_at is not null)
);
create index alumni_notice_created_at on alumni_notice (tenant_id, created_at desc, id);
create index alumni_notice_title on alumni_notice (tenant_id, title, id);
create index alumni_notice_publish_at on alumni_notice (tenant_id, publish_at, id);
create index alumni_notice_state on alumni_notice (tenant_id, state, publish_at desc);
create index alumni_notice_club_id on alumni_notice (tenant_id, club_id);

create table alumni_notice_read (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  notice_id uuid not null, alumnus_id uuid not null, is_told boolean not null default false, read_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, notice_id) references alumni_notice (tenant_id, id),
  -- whoever is removed takes it along: they have added nothing of their own
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id) on delete cascade
);
create unique index alumni_notice_read_key on alumni_notice_read (tenant_id, notice_id, alumnus_id);
create index alumni_notice_read_alumnus_id on alumni_notice_read (tenant_id, alumnus_id);
create index alumni_notice_read_read_at on alumni_notice_read (tenant_id, read_at desc, id);
