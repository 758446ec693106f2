-- Questions that share a material: the material is a question of its own type, and its questions name it.
alter table test_question drop constraint test_question_type_check;
alter table test_question add constraint test_question_type_check check (type in ('single', 'multi', 'judge', 'blank', 'order', 'match', 'short', 'essay', 'group'));
alter table test_question add column group_id uuid;
alter table test_question add foreign key (tenant_id, group_id) references test_question (tenant_id, id);
create index test_question_group_id on test_question (tenant_id, group_id);
