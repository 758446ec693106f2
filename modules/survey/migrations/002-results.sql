-- To whom a survey shows its results, and what came of it.
alter table survey add column results_for text not null default 'owner' check (results_for in ('owner', 'answered', 'public'));
alter table survey add column outcome text;
