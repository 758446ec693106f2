-- Stages whose people have been told, of a beginning and of an end to come.
alter table cqa_scheme add opened_stage text check (opened_stage in ('self', 'group', 'fdy', 'college')), add reminded_stage text check (reminded_stage in ('self', 'group', 'fdy', 'college'));
