alter table payer_credit add column book text not null default 'student' check (book in ('student', 'league'));
create unique index payer_credit_payer_book_key on payer_credit (tenant_id, payer_type, payer_id, origin, book);
