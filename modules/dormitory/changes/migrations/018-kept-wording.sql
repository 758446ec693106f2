-- Sentences that changes of bed and mass moves keep are read in every reader's language: beside the Chinese stands what they are made of.
alter table dorm_change add column wording jsonb;
alter table mass_move add column wording jsonb;
