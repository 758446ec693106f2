-- Lists of questions to begin a survey with.
create table survey_template (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  title text not null, kind text not null default 'survey' check (kind in ('survey', 'form', 'vote')), summary text, questions jsonb not null, owner_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references sys_user (tenant_id, id)
);
create unique index survey_template_title_key on survey_template (tenant_id, title);
create index survey_template_owner_id on survey_template (tenant_id, owner_id);
