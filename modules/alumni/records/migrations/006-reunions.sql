-- Whether who claims a record agrees to be contacted; reunions of a class.
alter table alumni_claim add column contact_consent boolean not null default false;

create table alumni_reunion (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  class_key text not null, year int not null, alumnus_id uuid not null, proposer_name text not null, meets text not null, place text not null, words text, joins jsonb not null default '[]',
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id) on delete cascade
);
-- A class is asked once a year, however many think of it at once.
create unique index alumni_reunion_key on alumni_reunion (tenant_id, class_key, year);
create index alumni_reunion_alumnus_id on alumni_reunion (tenant_id, alumnus_id);
