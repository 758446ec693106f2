-- Clubs of alumni: who proposes and founds them, who leads them, who is in.
create table alumni_club (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, kind text not null check (kind in ('region', 'industry', 'college', 'interest')), canton text, department_id uuid, intro text not null,
  join_way text not null check (join_way in ('open', 'review')), member_limit int, founded_on date,
  state text not null default 'running' check (state in ('running', 'merged', 'dissolved')), is_led boolean not null default false, merged_into_id uuid, ended_on date, end_reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, canton) references canton (tenant_id, code),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, merged_into_id) references alumni_club (tenant_id, id),
  constraint alumni_club_merged check ((state = 'merged') = (merged_into_id is not null) and merged_into_id is distinct from id)
);
-- Two approvals of one name at once leave one club.
create unique index alumni_club_running on alumni_club (tenant_id, name) where state = 'running';
create index alumni_club_name on alumni_club (tenant_id, name, id);
create index alumni_club_founded_on on alumni_club (tenant_id, founded_on, id);
create index alumni_club_state on alumni_club (tenant_id, state, name);
create index alumni_club_canton on alumni_club (tenant_id, canton);
create index alumni_club_department_id on alumni_club (tenant_id, department_id);
create index alumni_club_merged_into_id on alumni_club (tenant_id, merged_into_id);

create table alumni_club_post (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  club_id uuid not null, alumnus_id uuid not null, post text not null check (post in ('head', 'deputy', 'secretary', 'director')), "from" date not null, "to" date,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, club_id) references alumni_club (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  constraint alumni_club_post_dates check ("to" >= "from")
);
create index alumni_club_post_club_id on alumni_club_post (tenant_id, club_id, "from" desc);
create index alumni_club_post_alumnus_id on alumni_club_post (tenant_id, alumnus_id);
create index alumni_club_post_from on alumni_club_post (tenant_id, "from", id);

create table alumni_club_member (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  club_id uuid not null, alumnus_id uuid not null, state text not null default 'member' check (state in ('pending', 'member', 'declined', 'left', 'moved')),
  note text, joined_on date, left_on date, reason text,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, club_id) references alumni_club (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id)
);
create unique index alumni_club_member_key on alumni_club_member (tenant_id, club_id, alumnus_id);
create index alumni_club_member_club_id on alumni_club_member (tenant_id, club_id, joined_on desc);
create index alumni_club_member_alumnus_id on alumni_club_member (tenant_id, alumnus_id);
create index alumni_club_member_state on alumni_club_member (tenant_id, club_id, state);
create index alumni_club_member_joined_on on alumni_club_member (tenant_id, joined_on, id);

create table alumni_club_founding (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  name text not null, kind text not null check (kind in ('region', 'industry', 'college', 'interest')), canton text, department_id uuid, intro text not null,
  join_way text not null check (join_way in ('open', 'review')),
  applicant_id uuid not null, alumnus_id uuid not null,
  state text not null default 'gathering' check (state in ('gathering', 'pending', 'returned', 'approved', 'rejected', 'withdrawn', 'cancelled')), club_id uuid,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, canton) references canton (tenant_id, code),
  foreign key (tenant_id, department_id) references department (tenant_id, id),
  foreign key (tenant_id, applicant_id) references sys_user (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id),
  foreign key (tenant_id, club_id) references alumni_club (tenant_id, id)
);
create index alumni_club_founding_created_at on alumni_club_founding (tenant_id, created_at desc, id);
create index alumni_club_founding_applicant_id on alumni_club_founding (tenant_id, applicant_id, created_at desc);
create index alumni_club_founding_alumnus_id on alumni_club_founding (tenant_id, alumnus_id);
create index alumni_club_founding_state on alumni_club_founding (tenant_id, state, created_at desc);
create index alumni_club_founding_canton on alumni_club_founding (tenant_id, canton);
create index alumni_club_founding_department_id on alumni_club_founding (tenant_id, department_id);
create index alumni_club_founding_club_id on alumni_club_founding (tenant_id, club_id);

create table alumni_club_founder (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  founding_id uuid not null, alumnus_id uuid not null,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, founding_id) references alumni_club_founding (tenant_id, id),
  foreign key (tenant_id, alumnus_id) references alumnus (tenant_id, id)
);
create unique index alumni_club_founder_key on alumni_club_founder (tenant_id, founding_id, alumnus_id);
create index alumni_club_founder_alumnus_id on alumni_club_founder (tenant_id, alumnus_id);
