-- What everybody who set a source up since it was last confirmed may, by permission; null: nobody may more than they.
alter table identity_source add column set_by jsonb;
