-- Wrong answers to the question of the check page on one day: whoever has the paper in hand does not guess on.
alter table print_issue add column wrong_on date, add column wrong_answers int not null default 0;
