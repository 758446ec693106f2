-- Pictures of a question; a reviewed version has copies of its own.
alter table test_question add media jsonb;
