-- With it a code of WeChat's own browser becomes the payer's number there.
alter table merchant_account add column app_secret text, add column app_secret_hash text;
