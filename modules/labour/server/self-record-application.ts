import sql from 'sql-template-tag'
import type { InputOf, Row } from '#model'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { type Asking, handleApplication } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { selfSubject } from '../model/flow.ts'
import { NEEDS } from '../model/plan.ts'
import { CATEGORIES, type Category, halfHours, tenthsOf } from '../model/rules.ts'
import { labourSelfRecord } from '../model/self-record.ts'
import { selfRecord } from '../model/self-record-application.ts'
import { settleHours } from './hours.ts'
import { planFor } from './plans.ts'
import { settingsOf } from './settings.ts'

type Form = Omit<InputOf<typeof selfRecord.resubmit>, 'id'>
type Record = Row<typeof labourSelfRecord>
type RecordSummary = Pick<Form, 'date' | 'category' | 'minutes'>
const SELF = 'labourSelfRecord'
const planOf = async (db: Db, studentId: string) => planFor(db, await db.unscoped(student).one(studentId)) // of the caller, or of a row in scope
const hoursOf = async (db: Db, who: { id: string }, minutes: number): Promise<number> => halfHours(minutes, (await planOf(db, who.id))?.minutesPerHour)
/** What the student has declared and has not been refused, on the day and of the category. */
async function declared(db: Db, studentId: string, { date, category }: RecordSummary, id: string | null): Promise<{ day: number; all: number }> {
  const [sum] = await db.query<{
    day: number
    all: number
  }>(sql`select coalesce(sum(hours) filter (where date = ${date}::date), 0)::float8 as day, coalesce(sum(hours) filter (where category = ${category}), 0)::float8 as all
    from labour_self_record where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and state in ('pending', 'returned', 'approved') and id is distinct from ${id}::uuid`)
  return sum ?? { day: 0, all: 0 }
}
/** 50-LB5: so many hours a day, and so much of what a category needs. */
async function violationsOf(db: Db, who: StudentOf, form: RecordSummary, id: string | null) {
  const plan = await planOf(db, who.id)
  if (!plan) return [{ key: 'noPlan' }]
  const { selfPerDay, selfShare } = await settingsOf(db)
  const category = form.category as Category
  const [asks, used] = [halfHours(form.minutes, plan.minutesPerHour), await declared(db, who.id, form, id)]
  const most = (plan[NEEDS[category]] * selfShare) / 100
  return [
    ...(form.date > today() ? [{ key: 'future', values: { day: form.date }, field: 'date' }] : []),
    ...(used.day + asks > selfPerDay ? [{ key: 'perDay', values: { day: form.date, used: used.day, asked: asks, most: selfPerDay }, field: 'minutes' }] : []),
    ...(used.all + asks > most
      ? [{ key: 'share', values: { category: { text: CATEGORIES[category] }, most, percent: selfShare, used: used.all, asked: asks }, field: 'minutes' }]
      : []),
  ]
}
const validate = async ({ db }: Pick<Ctx, 'db'>, who: StudentOf, form: Form, { row }: Asking<Record>) => ({
  violations: [...(await violationsOf(db, who, form, row?.id ?? null)), ...(form.photos?.length ? [] : [{ key: 'noPhoto', field: 'photos' }])],
})
/** What class and counsellor have verified goes into the ledger. */
async function keep({ db }: Pick<Ctx, 'db'>, { id, studentId, category, hours, date, what }: Record): Promise<void> {
  const name = (await studentOf(db, studentId))?.name ?? ''
  await settleHours(db, SELF, [{ studentId, kind: category, sourceId: id, amount: tenthsOf(hours), occurredOn: date, title: what, values: { name } }])
}
const records = handleApplication(labourSelfRecord, selfRecord, {
  subject: selfSubject,
  link: ({ id }) => `/labour/self/mine?id=${id}`,
  validate,
  formOf: row => row,
  draft: async (form, _valid, who, { ctx }) => ({ ...form, hours: await hoursOf(ctx.db, who, form.minutes) }),
  begin: async () => ({}),
  preview: async ({ db }, who, { id, ...asks }) => ({
    answer: { hours: asks.minutes ? await hoursOf(db, who, asks.minutes) : 0 },
    violations: asks.date && asks.category && asks.minutes ? await violationsOf(db, who, asks as RecordSummary, id ?? null) : [],
    row: {},
  }),
  card: async (_ctx, { date, where, category, minutes, what, hours, state }) => ({ date, where, category, minutes, what, hours, state }),
  describe: async (_db, { what, hours }, { name }) => ({ title: { text: '{name}：{what}（{hours} 学时）', values: { name, what, hours } }, facts: {} }),
  approved: keep,
})
export default [...records.registrations, ...studentNumbers(labourSelfRecord)]
