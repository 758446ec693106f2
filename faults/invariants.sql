-- What must hold after every experiment. Each view shows what breaks its rule; it is empty where the rule holds.
create schema if not exists faults;

-- What somebody was told is done, written down by the harness.
create table if not exists faults.acknowledged (key text primary key);
-- Objects that lie in the file store, listed by the harness.
create table if not exists faults.stored_object (key text primary key, size bigint not null);

-- Acknowledged ⊆ stored.
create or replace view faults.lost_writes as
  select key from faults.acknowledged a where not exists (select from notice n where n.title = a.key);

-- A write that was sent again took effect once.
create or replace view faults.repeated_writes as
  select tenant_id, title, count(*) as times from notice where title like 'fault %' group by 1, 2 having count(*) > 1;

-- A bed is promised once at a time, and a student has one.
create or replace view faults.doubled_beds as
  select a.tenant_id, a.bed_id, a.id as first, b.id as second from dorm_stay a join dorm_stay b on b.tenant_id = a.tenant_id and b.bed_id = a.bed_id and b.id > a.id
  where a.is_open and b.is_open and a.kind <> 'temporary' and b.kind <> 'temporary' and a.period && b.period;
create or replace view faults.doubled_students as
  select a.tenant_id, a.student_id, a.id as first, b.id as second from dorm_stay a join dorm_stay b on b.tenant_id = a.tenant_id and b.student_id = a.student_id and b.id > a.id
  where a.is_open and b.is_open and a.kind = b.kind and a.period && b.period;

-- A task is decided once, and what follows is asked once.
create or replace view faults.repeated_decisions as
  select tenant_id, task_id, count(*) as times from process_log where task_id is not null and action in ('approve', 'reject', 'return') group by 1, 2 having count(*) > 1;
create or replace view faults.repeated_tasks as
  select tenant_id, instance_id, node_id, round, assignee_id, count(*) as times from process_task where state = 'todo' group by 1, 2, 3, 4, 5 having count(*) > 1;

-- Whom a notice reaches, it reaches once by each channel; a change of the password is told once.
create or replace view faults.repeated_messages as
  select m.tenant_id, m.biz_id, m.recipient_id, m.event_code, d.channel, count(*) as times from message m join message_delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id
  where m.biz_type = 'notice' or m.event_code = 'identity.passwordChanged' group by 1, 2, 3, 4, 5 having count(*) > 1 or max(m.merged) > 1;

-- What was told behind a write has reached its listeners.
create or replace view faults.given_up_events as
  select tenant_id, id, event, error from outbox where done_at is null and tries >= 8
  union all select tenant_id, event_id, event, error from event_delivery where state = 'dead';

-- A refresh token that was traded in is remembered, so that whoever offers a copy of it is found out.
create or replace view faults.forgotten_tokens as
  select s.id from user_session s where s.previous_refresh_hash is not null and not exists (select from spent_refresh_token t where t.hash = s.previous_refresh_hash);

-- A file that people see lies in the store, whole.
create or replace view faults.missing_files as
  select a.tenant_id, a.id, a.object_key from attachment a where a.bucket_name = 'local'
    and not exists (select from faults.stored_object o where o.key = a.object_key and o.size = a.size);

-- What points at a row finds it: the history that came with a write came back with it.
create or replace view faults.unwritten_history as
  select n.tenant_id, n.id from notice n where n.title like 'fault %'
    and not exists (select from operation_log l where l.tenant_id = n.tenant_id and l.biz_id = n.id);
