-- A screening that somebody outside holds: its results are imported, and its students are asked nothing here.
alter table mh_screening add column is_outside boolean not null default false;
