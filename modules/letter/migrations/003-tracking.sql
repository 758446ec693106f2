-- When the carrier was last asked about a waybill: those asked longest ago come first.
alter table letter_waybill add column tracked_at timestamptz;
