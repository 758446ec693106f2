-- A society that is merged passes its members and its money to another.
alter table society_dissolution add column into_id uuid;
alter table society_dissolution add foreign key (tenant_id, into_id) references society (tenant_id, id);
alter table society_dissolution add constraint society_dissolution_into check (into_id is null or (cause = 'merger' and into_id <> society_id));
create index society_dissolution_into_id on society_dissolution (tenant_id, into_id);
