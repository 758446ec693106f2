import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { signLine } from '../model/sign-line.ts'
import { signOccurrence, signTask } from '../model/sign-task.ts'
import { weighLeaves } from './away.ts'
import { recount } from './counts.ts'
import { followLines } from './sign-todos.ts'

/** 20-SA10: a leave approved, changed or ended. */
const leaves = (['leave.approved', 'leave.changed', 'leave.closed'] as const).map(event =>
  on(event, `signIn.${event.slice(6)}`, async ({ db }, { studentId }) => {
    if (typeof studentId === 'string') await weighLeaves(db, studentId)
  }),
)
/** 20-SA1: somebody no longer a student is excused from open occurrences. */
const left = on('student.statusChanged', 'signIn.left', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string' || to === 'active' || to === 'preEnrolled') return
  const isAsked = sql`o.tenant_id = l.tenant_id and o.id = l.occurrence_id and o.state = 'open' and l.student_id = ${studentId} and l.state = 'pending'`
  await followLines(db, await db.updateWhere(signLine, isAsked, { state: 'excused', excuse: 'left', reason: '学籍变动' }, { ...FOLLOWS, from: sql`sign_occurrence o` }))
})
/** 20-SA10: expected presence of a night changed: students not expected in the dormitory need not sign there, and vice versa. */
const presence = on('dormitory.presenceChanged', 'signIn.presence', async ({ db }, { studentId, nightDate, from, to, expected }) => {
  const [first, last] = [nightDate ?? from, nightDate ?? to ?? from]
  if (typeof studentId !== 'string' || typeof first !== 'string' || typeof last !== 'string' || typeof expected !== 'boolean') return
  const changed = await (expected ? expectAgain : expectNot)(db, studentId, first.slice(0, 10), last.slice(0, 10))
  await followLines(db, changed)
  await recount(
    db,
    changed.map(l => l.occurrenceId),
  )
})
/** Changes that follow from another module are recorded in its history. */
const FOLLOWS = { as: 'l', history: false, returning: ['occurrenceId', 'studentId', 'state'] } as const
const NIGHTS = { ...FOLLOWS, from: sql`sign_occurrence o, sign_task t` } as const
const nights = (studentId: string, from: string, to: string): Sql => sql`o.tenant_id = l.tenant_id and o.id = l.occurrence_id and t.tenant_id = o.tenant_id
  and t.id = o.task_id and t.kind = 'dorm' and t.exempt and l.student_id = ${studentId} and l.date between ${from}::date and ${to}::date`
type Nights = (db: Db, studentId: string, from: string, to: string) => Promise<Array<Parameters<typeof followLines>[1][number]>>
const expectNot: Nights = (db, ...of) => {
  const away = { state: 'excused', excuse: 'presence', reason: '当晚不在寝' } as const
  return db.updateWhere(signLine, sql`${nights(...of)} and l.state in ('pending', 'absent')`, away, NIGHTS)
}
const expectAgain: Nights = (db, ...of) => {
  const back = { state: sql`case when o.state = 'open' then 'pending' else 'absent' end`, excuse: null, reason: '当晚应在寝' }
  return db.updateWhere(signLine, sql`${nights(...of)} and l.state = 'excused' and l.excuse = 'presence'`, back, NIGHTS)
}
/** The calendar changed: planned occurrences that have not opened are regenerated. */
const calendar = on('campus.calendarChanged', 'signIn.calendar', async ({ db }) => {
  const isPlanned = sql`t.tenant_id = o.tenant_id and t.id = o.task_id and o.state = 'planned' and t.repeat <> 'once' and t.skips_holidays`
  await db.removeWhere(signOccurrence, isPlanned, { as: 'o', from: sql`sign_task t`, history: false })
  await db.updateWhere(signTask, sql`state = 'published' and repeat <> 'once' and skips_holidays`, { madeUntil: addDays(today(), -1) }, { bookkeeping: true })
})
export default [...leaves, left, presence, calendar]
