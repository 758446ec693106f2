-- What of a todo's `title` and `summary` are sentences of the product, as phrases: everybody reads them in their own language. The columns themselves hold the Chinese, where it is searched.
alter table todo add column wording jsonb;
