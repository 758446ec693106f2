alter table notice add column is_ai_assisted boolean not null default false;
