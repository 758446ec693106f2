import sql from 'sql-template-tag'
import { leaveSpans } from '#modules/leave/server/api.ts'
import type { Db } from '#server/context.ts'
import { isExcused } from '../model/excuse.ts'
import { signLine } from '../model/sign-line.ts'
import { recount } from './counts.ts'
import { followLines } from './sign-todos.ts'

interface Line {
  id: string
  occurrenceId: string
  state: string
  occurrence: string
  opensAt: string
  closesAt: string
}
/** How many days back a late approval still changes lines. */
const BACK_DAYS = 60

/** 20-SA10: re-evaluates a student's lines when a leave changes: absent becomes excused, also afterwards, and back when the leave is gone. */
export async function weighLeaves(db: Db, studentId: string): Promise<number> {
  const lines = await db.query<Line>(sql`select l.id, l.occurrence_id as "occurrenceId", l.state, o.state as occurrence, o.opens_at as "opensAt", o.closes_at as "closesAt"
    from sign_line l join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.date > current_date - ${BACK_DAYS}::int and t.exempt
      and (l.state in ('pending', 'absent') or (l.state = 'excused' and l.excuse = 'leave'))`)
  const [first, last] = [
    lines.map(l => l.opensAt).sort()[0],
    lines
      .map(l => l.closesAt)
      .sort()
      .at(-1),
  ]
  if (!first || !last) return 0
  const aways = await leaveSpans(db, { from: first, to: last }, [studentId])
  const excused = lines.filter(l => l.state !== 'excused' && isExcused(l, aways))
  const back = lines.filter(l => l.state === 'excused' && !isExcused(l, aways))
  return (await excuse(db, excused, '请假')) + (await unexcuse(db, back))
}
/** The change is in the leave's own history. */
const FOLLOWS = { history: false, returning: ['occurrenceId', 'studentId', 'state'] } as const
const idsOf = (lines: ReadonlyArray<Pick<Line, 'id'>>): string[] => lines.map(l => l.id)
async function excuse(db: Db, lines: readonly Line[], why: string): Promise<number> {
  if (!lines.length) return 0
  const reason = sql`case when t.state = 'absent' then ${`${why}（事后批准）`} else ${why} end`
  const rows = await db.updateWhere(signLine, { id: idsOf(lines), state: ['pending', 'absent'] }, { state: 'excused', excuse: 'leave', reason }, FOLLOWS)
  await followLines(db, rows)
  await noteAndCount(db, lines)
  return rows.length
}
async function unexcuse(db: Db, lines: readonly Line[]): Promise<number> {
  if (!lines.length) return 0
  const isExcusedYet = sql`o.tenant_id = t.tenant_id and o.id = t.occurrence_id and t.id = any(${idsOf(lines)}::uuid[]) and t.state = 'excused' and t.excuse = 'leave'`
  const state = sql`case when o.state = 'open' then 'pending' else 'absent' end`
  const rows = await db.updateWhere(signLine, isExcusedYet, { state, excuse: null, reason: '请假已变更' }, { from: sql`sign_occurrence o`, ...FOLLOWS })
  await followLines(db, rows)
  await noteAndCount(db, lines)
  return rows.length
}
const noteAndCount = (db: Db, lines: readonly Line[]): Promise<void> => recount(db, [...new Set(lines.map(l => l.occurrenceId))])
