-- Founding of societies: the application, and who backs it.
create sequence society_code_seq;
alter table society add probation_until date;
alter table society_member add head_until date, add head_terms int;

create table society_founding (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  student_id uuid not null, name text not null, name_en text, category text not null, level text not null default 'school' check (level in ('school', 'college')),
  department_id uuid, guidance_unit_id uuid not null, purpose text not null, meets text, join_way text not null default 'review' check (join_way in ('open', 'review', 'closed')),
  charter jsonb not null, charter_parts jsonb, advisor_id uuid not null, gather_until timestamptz not null, rank_share numeric(5, 2),
  state text not null default 'gathering'
    check (state in ('gathering', 'lapsed', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled', 'publicised', 'established')),
  society_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, guidance_unit_id) references department (tenant_id, id),
  foreign key (tenant_id, advisor_id) references teacher (tenant_id, id),
  foreign key (tenant_id, society_id) references society (tenant_id, id),
  constraint society_founding_college check (level = 'school' or department_id is not null)
);
create index society_founding_student_id on society_founding (tenant_id, student_id, created_at desc);
create index society_founding_guidance_unit_id on society_founding (tenant_id, guidance_unit_id, created_at desc);
create index society_founding_advisor_id on society_founding (tenant_id, advisor_id);
create index society_founding_department_id on society_founding (tenant_id, department_id);
create index society_founding_society_id on society_founding (tenant_id, society_id);
create index society_founding_state on society_founding (tenant_id, state, created_at desc);
create index society_founding_created_at on society_founding (tenant_id, created_at desc, id);
create index society_founding_gathering on society_founding (tenant_id, gather_until) where state = 'gathering';

create table founder_consent (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  founding_id uuid not null, student_id uuid not null, state text not null default 'agreed' check (state in ('agreed', 'withdrawn', 'ended')), at timestamptz not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, founding_id) references society_founding (tenant_id, id),
  foreign key (tenant_id, student_id) references student (tenant_id, id)
);
create unique index founder_consent_key on founder_consent (tenant_id, founding_id, student_id);
-- A student backs one founding at a time, from however many phones.
create unique index founder_consent_one on founder_consent (tenant_id, student_id) where state = 'agreed';
create index founder_consent_founding_id on founder_consent (tenant_id, founding_id, at);
create index founder_consent_at on founder_consent (tenant_id, at, id);
