-- By when somebody is to have looked at a stay, each term anew; how often a call has failed since the last time.
alter table off_campus_stay
  add column check_due_at timestamptz,
  add column is_check_due boolean not null default false,
  add column unreached int not null default 0;
update off_campus_stay set check_due_at = now() + interval '14 days' where state = 'active';
create index off_campus_stay_check_due on off_campus_stay (tenant_id, check_due_at) where state = 'active' and not is_check_due;
