-- Student organisations organise activities, too.
alter table activity drop constraint activity_organiser_type_check;
alter table activity add constraint activity_organiser_type_check check (organiser_type in ('society', 'organisation', 'department', 'class'));
alter table activity add column org_id uuid;
alter table activity add foreign key (tenant_id, org_id) references student_org (tenant_id, id);
alter table activity add constraint activity_org check ((organiser_type = 'organisation') = (org_id is not null));
create index activity_org_id on activity (tenant_id, org_id);
alter table activity_closing add column org_id uuid;
alter table activity_closing add foreign key (tenant_id, org_id) references student_org (tenant_id, id);
create index activity_closing_org_id on activity_closing (tenant_id, org_id);
