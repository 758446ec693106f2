-- Who sees the pictures of an activity besides whoever runs it.
alter table activity add column photo_scope text not null default 'participants' check (photo_scope in ('participants', 'school'));
create index activity_albums on activity (tenant_id, start_at desc) where photo_scope = 'school' and state in ('approved', 'settled');
