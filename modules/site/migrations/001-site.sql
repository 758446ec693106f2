-- Public pages of a school: channels, items with their revisions, questions, steps, overview, charges, and what readers did.
create table content_channel (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  code text not null check (code in ('notice', 'guide', 'faq', 'charge', 'overview', 'download')), sites jsonb not null, name text not null, name_en text, name_tw text,
  sort int not null default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id)
);
create unique index content_channel_name on content_channel (tenant_id, name);
-- live_no: the approved revision that the public sees, whatever the row says by now.
create table content_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel_id uuid not null, title text not null, title_en text, title_tw text, summary text, summary_en text, summary_tw text, body text not null, body_en text, body_tw text,
  cover jsonb, cover_alt text, attachments jsonb, audience text not null default 'public' check (audience in ('public', 'newStudents', 'students', 'staff')),
  source_dept_id uuid not null, contact text, publish_at timestamptz not null, expire_at timestamptz check (expire_at > publish_at), pinned_until timestamptz,
  state text not null default 'draft' check (state in ('draft', 'reviewing', 'scheduled', 'published', 'expired', 'withdrawn')),
  last_no int not null default 0, live_no int check (live_no <= last_no), step int not null default 0, author_id uuid, reviewer_id uuid, reviewer_ids jsonb, review_note text, check_note text, withdraw_reason text,
  expiry_told text, views int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references content_channel (tenant_id, id),
  foreign key (tenant_id, source_dept_id) references department (tenant_id, id),
  foreign key (tenant_id, author_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, reviewer_id) references sys_user (tenant_id, id)
);
create index content_item_order on content_item (tenant_id, publish_at desc) where deleted_at is null;
create index content_item_channel on content_item (tenant_id, channel_id);
create index content_item_dept on content_item (tenant_id, source_dept_id);
create index content_item_author on content_item (tenant_id, author_id);
create index content_item_live on content_item (tenant_id) where live_no is not null and deleted_at is null;
create index content_item_begins on content_item (tenant_id, publish_at) where state = 'scheduled';
create index content_item_ends on content_item (tenant_id, expire_at) where state = 'published' and expire_at is not null;
create table content_revision (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  item_id uuid not null, no int not null check (no > 0), snapshot jsonb not null, words text not null, by_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references content_item (tenant_id, id),
  foreign key (tenant_id, by_id) references sys_user (tenant_id, id)
);
create unique index content_revision_key on content_revision (tenant_id, item_id, no);
create table faq_item (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel_id uuid not null, question text not null, question_en text, question_tw text, answer text not null, answer_en text, answer_tw text, category text not null, words text,
  helpful int not null default 0, not_helpful int not null default 0, sort int not null default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references content_channel (tenant_id, id)
);
create unique index faq_item_key on faq_item (tenant_id, channel_id, question);
create index faq_item_order on faq_item (tenant_id, sort);
create table guide_step (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel_id uuid not null, no int not null, title text not null, title_en text, title_tw text, who text, who_en text, when_text text, when_text_en text, venue_id uuid, materials text, materials_en text, link text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references content_channel (tenant_id, id),
  foreign key (tenant_id, venue_id) references venue (tenant_id, id)
);
create unique index guide_step_key on guide_step (tenant_id, channel_id, no);
create index guide_step_venue on guide_step (tenant_id, venue_id);
create table overview_block (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel_id uuid not null, kind text not null default 'text' check (kind in ('text', 'figure', 'picture', 'map', 'contacts')), title text not null, title_en text, title_tw text, content text, content_en text,
  picture jsonb, alt text, position text, sort int not null default 0, is_enabled boolean not null default true,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references content_channel (tenant_id, id)
);
create index overview_block_order on overview_block (tenant_id, sort);
create index overview_block_channel on overview_block (tenant_id, channel_id);
-- rows: the standards as they were published; a later change makes a further edition.
create table charge_table (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  channel_id uuid not null, xn text not null, edition int not null default 1, item_ids jsonb not null, basis text not null, filing_no text,
  state text not null default 'draft' check (state in ('draft', 'published', 'replaced')), published_at timestamptz, rows jsonb,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references content_channel (tenant_id, id),
  check ((state = 'draft') = (rows is null))
);
create unique index charge_table_key on charge_table (tenant_id, channel_id, xn, edition);
create unique index charge_table_published on charge_table (tenant_id, channel_id, xn) where state = 'published';
create index charge_table_order on charge_table (tenant_id, xn desc, edition desc);
create table content_view (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  item_id uuid not null, day date not null, views int not null default 0,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, item_id) references content_item (tenant_id, id) on delete cascade
);
create unique index content_view_key on content_view (tenant_id, item_id, day);
create index content_view_day on content_view (tenant_id, day);
create table empty_search (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  words text not null, count int not null default 0, last_on date not null, state text not null default 'open' check (state in ('open', 'answered', 'ignored')), faq_item_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, faq_item_id) references faq_item (tenant_id, id) on delete set null (faq_item_id)
);
create unique index empty_search_words on empty_search (tenant_id, words);
create index empty_search_order on empty_search (tenant_id, count desc);
