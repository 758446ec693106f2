import { Agent } from 'node:http'
import type { Bench } from './bench.ts'
import { PSYCHOLOGIST } from './care-school.ts'
import { withClient } from './database.ts'
import { post, type Session } from './product.ts'
import type { Line } from './results.ts'

const [WANT, HOURS, BOOK_S] = [200, 10, 5]

/** 50-MH9: two hundred students for ten hours at once. */
export async function bookings({ databases, say }: Bench, sessions: readonly Session[]): Promise<Line[]> {
  const slots = await withClient(databases.school, async client => {
    await client.query("delete from mh_appointment where slot_id in (select id from mh_slot where room = '压测室')")
    await client.query("delete from mh_slot where room = '压测室'")
    const { rows } = await client.query<{ id: string }>(
      `insert into mh_slot (tenant_id, psychologist_id, start, "end", room) select u.tenant_id, u.id, date_trunc('hour', now()) + (24 + n) * interval '1 hour', date_trunc('hour', now()) + (24 + n) * interval '1 hour' + interval '50 minutes', '压测室'
        from sys_user u, generate_series(1, $2::int) n where u.user_name = $1 returning id`,
      [PSYCHOLOGIST, HOURS],
    )
    return rows.map(r => r.id)
  })
  const agent = new Agent({ keepAlive: true })
  const began = performance.now()
  const answers = await Promise.all(
    sessions
      .slice(0, WANT)
      .map((by, i) => post(by, '/api/flySource-mentalHealth/mhAppointment/book', JSON.stringify({ slotId: slots[i % HOURS], topic: 'study', urgency: 'routine' }), agent)),
  )
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  const { booked, twice } = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ booked: number; twice: number }>(
      `select count(*)::int as booked, (count(*) * 2 - count(distinct slot_id) - count(distinct student_id))::int as twice from mh_appointment where state = 'booked' and slot_id = any($1::uuid[])`,
      [slots],
    )
    return rows[0] ?? { booked: 0, twice: 0 }
  })
  const [won, told] = [answers.filter(a => a.code === 200).length, answers.filter(a => a.code === 422).length]
  say(`${answers.length} bookings in ${seconds.toFixed(1)} s: ${won} won, ${told} told, ${booked} booked, ${twice} twice`)
  return [
    { work: `${answers.length} students book ${HOURS} hours of the centre at once`, figure: `${seconds.toFixed(1)} s`, target: `≤ ${BOOK_S} s`, isMet: seconds <= BOOK_S },
    {
      work: 'of these booked, refused with a reason, booked twice',
      ...{
        figure: `${booked}, ${told}, ${twice}`,
        target: `${HOURS}, ${answers.length - HOURS}, 0`,
        isMet: booked === HOURS && won === HOURS && told === answers.length - HOURS && !twice,
      },
    },
  ]
}
