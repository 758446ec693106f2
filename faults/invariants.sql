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

-- A line of the standards is charged once, and what a run charged stands in that run.
create or replace view faults.doubled_charges as
  select l.tenant_id, l.id, count(*) as times from bill_line l join ledger_entry e on e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'charge' and e.source_type = 'billRun'
  where l.source_type = 'standard' group by 1, 2 having count(*) > 1;
create or replace view faults.forgotten_bills as
  select l.tenant_id, l.id from bill_line l join ledger_entry e on e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'charge' and e.source_type = 'billRun'
  where not exists (select from bill_run_line r where r.tenant_id = l.tenant_id and r.line_id = l.id);
-- What a line says is what its entries add up to.
create or replace view faults.unequal_lines as
  select l.tenant_id, l.id, l.charged, sum(e.amount) filter (where e.kind = 'charge') as entries, l.paid, sum(e.amount) filter (where e.kind = 'pay') as payments
  from bill_line l left join ledger_entry e on e.tenant_id = l.tenant_id and e.account_id = l.id group by l.tenant_id, l.id, l.charged, l.paid
  having l.charged <> coalesce(sum(e.amount) filter (where e.kind = 'charge'), 0) or l.paid <> coalesce(sum(e.amount) filter (where e.kind = 'pay'), 0);

-- A class of a grade that a run made is a row of that run.
create or replace view faults.unowned_classes as
  select c.tenant_id, c.id, c.name from stu_class c join rollover_run r on r.tenant_id = c.tenant_id and r.state = 'done' and c.grade = left(r.to_xn, 4)::int
  where not exists (select from rollover_line l where l.tenant_id = c.tenant_id and l.run_id = r.id and l.row_id = c.id::text and l.state = 'done');

-- Money of an order is in the ledger exactly where the order is paid, and is what its provider took.
create or replace view faults.halved_payments as
  select o.tenant_id, o.id from pay_order o left join lateral (select sum(e.amount) as fen from ledger_entry e where e.tenant_id = o.tenant_id and e.source_type = 'payOrder' and e.source_id = o.id::text) x on true
  where coalesce(x.fen, 0) <> case when o.provider_txn_no is null then 0 else o.amount end;
-- The day of an account and the ledger's day are closed together.
create or replace view faults.half_closed_days as
  select d.tenant_id, d.id from recon_day d
  where (d.state = 'closed') <> exists (select from closed_day c where c.tenant_id = d.tenant_id and c.channel = d.merchant_id::text and c.biz_date = d.biz_date);

-- What a bank has paid of a fund is spent, and a fund is what its entries add up to.
create or replace view faults.unspent_payouts as
  select l.tenant_id, l.id from payout_line l join payout_list p on p.tenant_id = l.tenant_id and p.id = l.list_id
  where l.state = 'paid' and p.fund_id is not null
    and not exists (select from ledger_entry e where e.tenant_id = l.tenant_id and e.source_type = 'payoutLine' and e.source_id = l.id::text and e.kind = 'spend');
create or replace view faults.unequal_funds as
  select f.tenant_id, f.id, f.spent, sum(e.amount) as entries from fund_account f left join ledger_entry e on e.tenant_id = f.tenant_id and e.account_id = f.id and e.kind = 'spend'
  group by f.tenant_id, f.id, f.spent having f.spent <> coalesce(sum(e.amount), 0);

-- The numbers of certificates run from one to the last without a gap, and a student has one for a batch.
create or replace view faults.gaps_in_serials as
  select s.tenant_id, s.series, s.last, count(c.id) as given from graduation_series s left join graduation_certificate c on c.tenant_id = s.tenant_id and c.series = s.series
  group by s.tenant_id, s.series, s.last having count(c.id) <> s.last or max(c.serial) is distinct from s.last;
create or replace view faults.doubled_certificates as
  select tenant_id, audit_id, count(*) as times from graduation_certificate where state = 'valid' and kind in ('graduation', 'completion') group by 1, 2 having count(*) > 1;

-- A run of student numbers gave as many as it says, and each stands with its student, or did before it was replaced.
create or replace view faults.half_number_runs as
  select r.tenant_id, r.id from number_run r where r.count <> (select count(*) from given_number g where g.tenant_id = r.tenant_id and g.run_id = r.id);
create or replace view faults.unentered_numbers as
  select g.tenant_id, g.id from given_number g join student s on s.tenant_id = g.tenant_id and s.id = g.student_id
  where g.student_no is distinct from s.student_no and not coalesce(s.former_nos, '') ~ ('(^| )' || g.student_no || '( |$)');
