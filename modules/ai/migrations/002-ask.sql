alter table ai_use add column min_similarity int not null default 25, add column office_id uuid,
  add foreign key (tenant_id, office_id) references department (tenant_id, id);
create index ai_use_office_id on ai_use (tenant_id, office_id);
