-- How rounds are split into waves, and what a new student brings along.
alter table claim_link add column open_rule text not null default 'byCollege' check (open_rule in ('byCollege', 'byClass', 'all')), add column bring text;
