-- Pictures that people outside the school may see, too.
alter table activity drop constraint activity_photo_scope_check;
alter table activity add constraint activity_photo_scope_check check (photo_scope in ('participants', 'school', 'public'));
create index activity_public_albums on activity (tenant_id, start_at desc) where photo_scope = 'public' and state in ('approved', 'settled');
