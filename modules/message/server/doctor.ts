import { doctorCheck, waiting } from '#server/operate/doctor.ts'

/** Deliveries that are long overdue. */
export default doctorCheck(async query => {
  const [found] = await query<{ n: number; minutes: number }>(
    "select count(*)::int as n, coalesce(extract(epoch from now() - min(next_at)) / 60, 0)::float8 as minutes from message_delivery where state = 'queued' and next_at < now() or state = 'sending' and next_at < now()",
  )
  return waiting('Messages', found, 'See Messages › Deliveries; check the mail server, the SMS provider and the inner addresses that may be reached.')
})
