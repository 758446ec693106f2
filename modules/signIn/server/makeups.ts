import sql from 'sql-template-tag'
import { mustAllow, type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import { application, resubmit, staffOf, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { applyMakeup, resubmitMakeup, withdrawMakeup } from '../model/actions.ts'
import { makeupSubject } from '../model/flow.ts'
import { type LineState, lineStates, signLine, signMakeup, signPhoto } from '../model/sign-line.ts'
import { recount } from './counts.ts'
import { LINK } from './link.ts'
import { makeupUntil, occurrenceOf } from './occurrences.ts'
import { settingsOf } from './settings.ts'

type Makeup = Row<typeof signMakeup>
interface Missed {
  id: string
  occurrenceId: string
  studentId: string
  classId: string | null
  counselledClassId: string | null
  departmentId: string | null
  date: string
  state: LineState
  userId: string | null
}
/** The student's own line, locked, so that concurrent make-ups are serialized. */
async function missedOf({ db, me }: Pick<Ctx, 'db' | 'me'>, lineId: string): Promise<Missed> {
  const [line] = me.studentId
    ? await db.query<Missed>(sql`select l.id, l.occurrence_id as "occurrenceId", l.student_id as "studentId", s.class_id as "classId", s.counselled_class_id as "counselledClassId", s.department_id as "departmentId", l.date::text as date, l.state, ${me.userId}::text as "userId"
        from sign_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id where l.tenant_id = ${me.tenantId} and l.id = ${lineId} and l.student_id = ${me.studentId} for no key update of s`)
    : []
  if (!line) throw notFound()
  return line
}
/** Make-ups of the month around a date that are approved or pending, except one. */
async function usedInMonth(db: Db, studentId: string, date: string, but: string | null): Promise<number> {
  const from = `${date.slice(0, 7)}-01`
  const [row] = await db.query<{
    n: number
  }>(sql`select count(*)::int as n from sign_makeup where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and id is distinct from ${but}::uuid
    and state in ('pending', 'returned', 'approved') and date >= ${from}::date and date < (${from}::date + interval '1 month')`)
  return row?.n ?? 0
}
/** 20-SA11: refuses a make-up that may not be submitted now, or resubmitted as `id`. Returns what was missed. */
async function judge({ db }: Pick<Ctx, 'db'>, line: Missed, id: string | null = null): Promise<string> {
  const of = await occurrenceOf(db, line.occurrenceId)
  if (of.state === 'open') throw refusalOf(signMakeup, 'notClosed', { name: of.name })
  if (line.state !== 'absent') throw refusalOf(signMakeup, 'notAbsent', { name: of.name, date: line.date, state: lineStates.labels[line.state] })
  const { makeupMax } = await settingsOf(db)
  const until = makeupUntil(of)
  if (!until || !makeupMax) throw refusalOf(signMakeup, 'none', { name: of.name })
  if (Date.now() > Date.parse(until)) throw refusalOf(signMakeup, 'late', { name: of.name, until: schoolTimeText(until) })
  const used = await usedInMonth(db, line.studentId, line.date, id)
  if (used >= makeupMax) throw refusalOf(signMakeup, 'over', { most: makeupMax, used })
  return of.name
}
/** The publisher and the student's counsellors; never the student's own account. */
async function decidersOf(db: Db, line: Missed): Promise<string[]> {
  const of = await occurrenceOf(db, line.occurrenceId)
  const fdys = await staffOf(db, line, 'fdy')
  return [...new Set([...(of.ownerId ? [of.ownerId] : []), ...fdys])].filter(id => id !== line.userId)
}
const applied = handle(applyMakeup, async (ctx, { lineId, reason, proof }) => {
  const { db } = ctx
  const line = await missedOf(ctx, lineId)
  const taskName = await judge(ctx, line)
  const deciderIds = await decidersOf(db, line)
  if (!deciderIds.length) throw refusalOf(signMakeup, 'nobody')
  const { studentId, classId, departmentId, date } = line
  const row = await db.insertOrSkip(signMakeup, { lineId, studentId, classId, departmentId, taskName, date, reason, proof: proof ?? [], deciderIds, state: 'pending' })
  if (!row) throw refusalOf(signMakeup, 'running')
  await attachFiles(db, signMakeup, row.id, { proof: proof ?? [] })
  const { instanceId } = await submit(ctx, makeupSubject, row)
  return { id: row.id, instanceId }
})
async function ownMakeup({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string): Promise<Makeup> {
  const row = await db.unscoped(signMakeup).lock(id) // ownership is checked next
  if (!me.studentId || row.studentId !== me.studentId) throw notFound()
  return row
}
const again = handle(resubmitMakeup, async (ctx, { id, reason, proof }) => {
  const { db } = ctx
  const row = await ownMakeup(ctx, id)
  mustAllow(signMakeup, row, 'resubmit')
  await judge(ctx, await missedOf(ctx, row.lineId), id)
  const changed = await db.update(signMakeup, id, { reason, proof: proof ?? [] })
  await attachFiles(db, signMakeup, id, { proof: proof ?? [] })
  await resubmit(ctx, makeupSubject, changed)
})
const withdrawn = handle(withdrawMakeup, async (ctx, { id }) => {
  const row = await ownMakeup(ctx, id)
  mustAllow(signMakeup, row, 'withdraw')
  await withdraw(ctx, { bizType: 'signMakeup', bizId: id })
})
/** The absence is made up; one already excused by a leave stays excused. */
async function makeUp(db: Db, row: Makeup): Promise<void> {
  const made = { state: 'madeUp', reason: row.reason, changedBy: db.me.userId || null } as const
  const done = await db.sourced('补签通过').updateWhere(signLine, { id: row.lineId, state: 'absent' }, made, { returning: ['occurrenceId'] })
  await recount(
    db,
    done.map(d => d.occurrenceId),
  )
}
const flow = application<typeof signMakeup>(makeupSubject, {
  async describe(db, row) {
    const who = await studentOf(db, row.studentId)
    const used = row.date ? await usedInMonth(db, row.studentId, row.date, row.id ?? null) : 0
    return {
      applicantId: who?.userId ?? '',
      studentId: row.studentId,
      title: { text: '{name} 补签：{task}', values: { name: who?.name ?? '—', task: row.taskName ?? '' } },
      summary: [row.date ?? '', { text: '本月已补签 {n} 次', values: { n: used } }],
      facts: { usedThisMonth: used },
    }
  },
  link: row => `${LINK}?makeup=${row.id}`,
  mobileLink: row => `${LINK}?makeup=${row.id}`,
  // the case page resubmits by itself, without `resubmitMakeup`
  async onSubmitted(ctx, row) {
    if (ctx.me.studentId) await judge(ctx, await missedOf(ctx, row.lineId), row.id)
  },
  onApproved: ({ db }, row) => makeUp(db, row),
})
/** Students may read what they submitted. Photos are for the publisher besides the counsellor, who has list access (20-SA6). */
const readers = [
  fileReader(signMakeup, async (db, id) => Boolean(db.me.studentId && (await db.unscoped(signMakeup).count({ id, studentId: db.me.studentId })))), // the condition itself restricts to the owner
  fileReader(
    signPhoto,
    async (db, id) =>
      (
        await db.query(sql`select 1 from sign_photo p join sign_line l on l.tenant_id = p.tenant_id and l.id = p.line_id join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id
          where p.tenant_id = ${db.me.tenantId} and p.id = ${id} and o.owner_id = ${db.me.userId || null}::uuid`)
      ).length > 0,
  ),
]
export default [applied, again, withdrawn, flow, readers]
