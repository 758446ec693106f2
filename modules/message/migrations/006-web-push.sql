-- A browser that shows messages while the program is closed, for as long as the session lasts in which it was switched on. The endpoint is an address at the browser's maker; with
-- the keys it is as good as the device itself, so both are encrypted.
create table web_push (
  tenant_id uuid not null references tenant, id uuid not null default uuidv7(),
  user_id uuid not null, session_id uuid not null, endpoint text not null, endpoint_hash text not null, keys text not null, keys_hash text not null, seen_at timestamptz not null, last_ok_at timestamptz,
  created_at timestamptz not null default now(), created_by uuid, updated_at timestamptz not null default now(), updated_by uuid, version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references sys_user (tenant_id, id) on delete cascade
);
create unique index web_push_endpoint_key on web_push (tenant_id, endpoint_hash);
create index web_push_user on web_push (tenant_id, user_id);

alter table message_delivery drop constraint message_delivery_channel_check;
alter table message_delivery add constraint message_delivery_channel_check check (channel in ('inApp', 'sms', 'webPush', 'wecom', 'wechat', 'email'));

-- What goes to the phone by WeCom goes by web push to whoever switched it on.
update message_rule set channels = channels || '["webPush"]' where channels ? 'wecom' and not channels ? 'webPush';
