-- Rounds in which only students with an accepted photo choose.
alter table claim_round add column need_photo boolean not null default false;
