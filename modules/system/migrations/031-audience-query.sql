-- Whom the saved queries of an audience found when it was published: later nobody asks with the publisher's rights.
create table audience_query_member (
  tenant_id uuid not null references tenant, source_id uuid not null, is_excluded boolean not null, user_id uuid not null,
  primary key (tenant_id, source_id, is_excluded, user_id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create index audience_query_member_user_id on audience_query_member (tenant_id, user_id);
