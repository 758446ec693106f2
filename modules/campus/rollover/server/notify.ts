import sql from 'sql-template-tag'
import type { Row, Wording } from '#model'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { ROLLOVER_MESSAGES } from '../model/messages.ts'
import { LINE_LIST, startRollover } from '../model/rollover-actions.ts'
import { rolloverLine } from '../model/rollover-line.ts'
import type { Run } from './run-lock.ts'

export const PAGE = '/campus/rollover'
const aboutRun: MessageAbout<Pick<Run, 'id' | 'fromXn' | 'toXn'>> = { bizType: 'rolloverRun', values: ({ fromXn, toXn }) => ({ fromXn, toXn }), link: () => PAGE }

const counted = async (db: Db, runId: string): Promise<Record<string, number>> => {
  const rows = await db.query<{ state: string; n: number }>(
    sql`select state, count(*)::int as n from rollover_line where tenant_id = ${db.me.tenantId} and run_id = ${runId} group by 1`,
  )
  return Object.fromEntries(rows.map(row => [row.state, row.n]))
}
/** The office, and whoever started the run, learn how it ended. */
export async function tellResult(db: Db, run: Run, outcome: 'done' | 'undone' | Wording): Promise<void> {
  const to = [...new Set([...(await accountsWith(db, startRollover.permission)), ...(run.startedById ? [run.startedById] : [])])]
  const { done = 0, changed = 0, skipped = 0, undone = 0, kept = 0 } = await counted(db, run.id)
  const tell = (event: (typeof ROLLOVER_MESSAGES)[keyof typeof ROLLOVER_MESSAGES], more: Record<string, Wording | number>) =>
    notifyAbout(db, event, aboutRun, [{ row: run, to, more }])
  if (outcome === 'done') await tell(ROLLOVER_MESSAGES.rolledOver, { done, changed, skipped })
  else if (outcome === 'undone') await tell(ROLLOVER_MESSAGES.rolloverUndone, { undone, kept })
  else await tell(ROLLOVER_MESSAGES.rolloverStopped, { reason: outcome })
}
const NAMED = 8
interface College {
  userId: string
  lineIds: string[]
}
/** Each college learns its exceptions; the same ones are not told twice. */
export async function tellColleges(db: Db, run: Run, before: ReadonlyArray<Pick<Row<typeof rolloverLine>, 'title' | 'problem' | 'state'>>): Promise<void> {
  const known = new Set(before.filter(line => line.state === 'blocked').map(line => `${line.title} ${line.problem}`))
  const blocked = await db.unscoped(rolloverLine).all({ runId: run.id, state: 'blocked' }, { sort: ['seq'] }) // each college is told its own next
  if (!blocked.some(line => !known.has(`${line.title} ${line.problem}`))) return
  const holders = await accountsWith(db, LINE_LIST[0])
  // a college's account reaches its department and those below
  const colleges = await db.query<College>(sql`with recursive above as (
      select l.id as line_id, l.department_id from rollover_line l where l.tenant_id = ${db.me.tenantId} and l.run_id = ${run.id} and l.state = 'blocked' and l.department_id is not null
      union select a.line_id, d.parent_id from above a join department d on d.tenant_id = ${db.me.tenantId} and d.id = a.department_id where d.parent_id is not null)
    select u.id as "userId", array_agg(a.line_id::text) as "lineIds" from above a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.department_id = a.department_id and u.id = any(${holders}::uuid[])
      join role_user ru on ru.tenant_id = u.tenant_id and ru.user_id = u.id join role r on r.tenant_id = ru.tenant_id and r.id = ru.role_id and r.code = 'college' group by 1`)
  await notifyAbout(
    db,
    ROLLOVER_MESSAGES.rolloverExceptions,
    aboutRun,
    colleges.flatMap(({ userId, lineIds }) => {
      const own = blocked.filter(line => lineIds.includes(line.id))
      const isNew = own.some(line => !known.has(`${line.title} ${line.problem}`))
      const names = firstOf(
        own.map(line => line.title),
        NAMED,
      )
      return isNew ? [{ row: run, to: [userId], more: { count: own.length, names } }] : []
    }),
  )
}
