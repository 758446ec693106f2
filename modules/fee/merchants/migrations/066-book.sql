-- Money of one book never mixes with another's: league fees have accounts, items and credits of their own.
alter table merchant_account add column book text not null default 'student' check (book in ('student', 'league'));
