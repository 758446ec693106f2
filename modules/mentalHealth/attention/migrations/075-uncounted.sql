-- Hashes of encrypted words are random from now on: of equal topics, risks or reasons nothing tells at rest that they are equal.
do $$
declare
  of record;
begin
  for of in select table_name, column_name from information_schema.columns where table_schema = current_schema() and column_name like '%\_hash'
    and table_name in ('attention_case', 'attention_follow_up', 'attention_signal', 'crisis_event', 'crisis_step', 'help_request', 'mh_appointment', 'mh_break_glass', 'mh_disclosure', 'mh_interview', 'mh_reader_hold', 'mh_record', 'mh_referral', 'mh_result')
  loop
    execute format('update %I set %I = md5(gen_random_uuid()::text) where %I is not null', of.table_name, of.column_name, of.column_name);
  end loop;
end $$;
