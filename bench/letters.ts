import { setTimeout as pause } from 'node:timers/promises'
import { today } from '#server/base/today.ts'
import type { Bench } from './bench.ts'
import { PASSWORD, withClient } from './database.ts'
import { call, type Session, signIn } from './product.ts'
import type { Line } from './results.ts'
import { LEADER } from './welcome-school.ts'

const LETTER = '/api/flySource-letter'
const MOST_S = 15 * 60

/** Letters of a whole intake: checked, approved by the leader of the school, drawn and merged by print batch. */
export async function letters({ ours, databases, say }: Bench, office: Session, count: number): Promise<Line[]> {
  const year = Number(today().slice(0, 4))
  await call(office, `${LETTER}/admissionLetter/check`, { year })
  const { id } = await call<{ id: string }>(office, `${LETTER}/letterRun/submit`, { year, template: 'admissionLetter' })
  const leader = await signIn(ours.port, LEADER, PASSWORD)
  const taskId = await withClient(databases.school, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select t.id from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id where i.biz_type = 'letterRun' and i.biz_id = $1::text and t.state = 'todo'`,
      [id],
    )
    return rows[0]?.id
  })
  const began = performance.now()
  await call(leader, '/api/flySource-workflow/processTask/approve', { taskId })
  const state = () =>
    withClient(databases.school, async client => {
      const { rows } = await client.query<{ open: number; failed: number; made: number; numbers: number }>(
        `select (select count(*)::int from letter_batch where run_id = $1 and state not in ('done', 'failed')) as open, (select count(*)::int from letter_batch where run_id = $1 and state = 'failed') as failed,
          count(*) filter (where l.state = 'generated')::int as made, count(distinct l.letter_no) filter (where l.state = 'generated')::int as numbers
        from admission_letter l join letter_batch b on b.tenant_id = l.tenant_id and b.id = l.batch_id where b.run_id = $1`,
        [id],
      )
      return rows[0] ?? { open: 1, failed: 0, made: 0, numbers: 0 }
    })
  let now = await state()
  while ((now.open || !now.made) && !now.failed && performance.now() - began < MOST_S * 1000) {
    await pause(2000)
    now = await state()
  }
  const seconds = (performance.now() - began) / 1000
  say(`${now.made} letters, ${now.numbers} numbers, ${now.failed} batches failed: ${seconds.toFixed(0)} s`)
  return [
    {
      work: `${count.toLocaleString('en')} letters of admission as PDF, each a file of its own, merged by print batch`,
      figure: `${seconds.toFixed(0)} s, ${now.made} made, ${now.made - now.numbers} numbers twice`,
      target: '< 15 min, all, none',
      isMet: seconds < MOST_S && now.made === count && now.numbers === count,
    },
  ]
}
