-- What lists call a session: its subject and day.
alter table exam_session add column name text not null default '';
alter table exam_session alter column name drop default;
