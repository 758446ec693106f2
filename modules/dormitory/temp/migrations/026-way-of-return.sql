-- Who said that the student is back; null for returns from before this was kept.
alter table temp_location add column back_way text check (back_way in ('self', 'staff', 'status'));
