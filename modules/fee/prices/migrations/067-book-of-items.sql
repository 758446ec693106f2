alter table charge_item add column book text not null default 'student' check (book in ('student', 'league'));
