-- What becomes of applications that nobody has decided when the round ends.
alter table civilised_round add column at_end text not null default 'stay' check (at_end in ('stay', 'refuse'));
