import sql from 'sql-template-tag'
import type { Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { type Asking, handleApplication, staffOf } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { fileReader } from '#server/files/readers.ts'
import { makeupSubject } from '../model/flow.ts'
import { makeupApplication } from '../model/makeup-application.ts'
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
/** 20-SA11: why a make-up may not be submitted now, or resubmitted as `id`. */
async function problemOf(db: Db, line: Missed, id: string | null): Promise<Violation | undefined> {
  const of = await occurrenceOf(db, line.occurrenceId)
  const { name } = of
  if (of.state === 'open') return { key: 'notClosed', values: { name } }
  if (line.state !== 'absent') return { key: 'notAbsent', values: { name, date: line.date, state: lineStates.labels[line.state] } }
  const { makeupMax } = await settingsOf(db)
  const until = makeupUntil(of)
  if (!until || !makeupMax) return { key: 'none', values: { name } }
  if (Date.now() > Date.parse(until)) return { key: 'late', values: { name, until: schoolTimeText(until) } }
  const used = await usedInMonth(db, line.studentId, line.date, id)
  return used >= makeupMax ? { key: 'over', values: { most: makeupMax, used } } : undefined
}
/** The publisher and the student's counsellors; never the student's own account. */
async function decidersOf(db: Db, line: Missed): Promise<string[]> {
  const of = await occurrenceOf(db, line.occurrenceId)
  const fdys = await staffOf(db, line, 'fdy')
  return [...new Set([...(of.ownerId ? [of.ownerId] : []), ...fdys])].filter(id => id !== line.userId)
}
async function validate({ db }: Pick<Ctx, 'db'>, line: Missed, _form: object, { row }: Asking<Makeup>) {
  const problem = await problemOf(db, line, row?.id ?? null)
  const deciderIds = row ? [] : await decidersOf(db, line)
  const nobody = row || deciderIds.length ? [] : [{ key: 'nobody' }]
  return { violations: problem ? [problem] : nobody, deciderIds, taskName: (await occurrenceOf(db, line.occurrenceId)).name }
}
/** The absence is made up; one already excused by a leave stays excused. */
async function makeUp(db: Db, row: Makeup): Promise<void> {
  const made = { state: 'madeUp', reason: row.reason, changedBy: db.me.userId || null } as const
  const done = await db.sourced('补签通过').updateWhere(signLine, { id: row.lineId, state: 'absent' }, made, { returning: ['occurrenceId'] })
  await recount(
    db,
    done.map(d => d.occurrenceId),
  )
}
const makeups = handleApplication(signMakeup, makeupApplication, {
  subject: makeupSubject,
  link: ({ id }) => `${LINK}?makeup=${id}`,
  prepare: (ctx, { input, row }) => missedOf(ctx, row?.lineId ?? input?.lineId ?? ''),
  validate,
  formOf: row => row,
  draft: ({ reason, proof }) => ({ reason, proof: proof ?? [] }),
  initial: async (_ctx, { id, studentId, classId, departmentId, date }, _input, { taskName, deciderIds }) => ({
    lineId: id,
    studentId,
    classId,
    departmentId,
    date,
    taskName,
    deciderIds,
  }),
  taken: 'running',
  async describe(db, row, { name }) {
    const used = row.date ? await usedInMonth(db, row.studentId, row.date, row.id ?? null) : 0
    return {
      title: { text: '{name} 补签：{task}', values: { name, task: row.taskName ?? '' } },
      summary: [row.date ?? '', { text: '本月已补签 {n} 次', values: { n: used } }],
      facts: { usedThisMonth: used },
    }
  },
  approved: ({ db }, row) => makeUp(db, row),
})
/** Photos are for the publisher besides the counsellor, who has list access (20-SA6). */
const photos = fileReader(
  signPhoto,
  async (db, id) =>
    (
      await db.query(sql`select 1 from sign_photo p join sign_line l on l.tenant_id = p.tenant_id and l.id = p.line_id join sign_occurrence o on o.tenant_id = l.tenant_id and o.id = l.occurrence_id
          where p.tenant_id = ${db.me.tenantId} and p.id = ${id} and o.owner_id = ${db.me.userId || null}::uuid`)
    ).length > 0,
)
export default [makeups.registrations, photos]
