-- What a round asks of the students who apply, as facts about them.
alter table civilised_round add column conditions jsonb;
