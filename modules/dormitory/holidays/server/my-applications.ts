import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { planOf } from '#modules/outing/server/api.ts'
import { isMinor } from '#modules/student/model/age.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { type Ctx, compute, type Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { holidayDeparture } from '../model/departure.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { isUnpublished, stayProblems } from '../model/rules.ts'
import { selfOf } from './people.ts'
import { settingsOf } from './settings.ts'
import type { HolidayStay } from './submit.ts'

/** Prefilled: the guardian on record, the holiday's dates, and violations. */
export async function begin(ctx: Ctx, { planId }: { planId: string }) {
  const { db, lang } = ctx
  const who = await selfOf(ctx)
  const plan = await planOf(db, planId)
  if (isUnpublished(plan)) throw notFound()
  const all = [...(await itemsOf(db, holidayStayReason.code)).keys()]
  const reasons = plan.stayReasons?.length ? plan.stayReasons.flatMap(r => r ?? []) : all
  const asked = { from: plan.holidayFrom, to: plan.holidayTo, reason: reasons[0] ?? 'other', guardianName: '-', guardianPhone: '-' }
  const [problem] = stayProblems(asked, { plan, who, reasonName: '', plannedOut: who.plannedOut, hasBed: who.stayId !== null })
  const [issue] = problem ? refusalOf(holidayStay, problem.key, problem.values).issues : []
  return {
    name: plan.name,
    from: plan.holidayFrom,
    to: plan.holidayTo,
    reasons,
    hasCentral: Boolean(plan.stayRooms?.floorIds.length),
    guardianName: who.guardianName,
    guardianPhone: who.guardianPhone,
    commitment: (await settingsOf(db)).stayCommitment,
    isMinor: isMinor(who.birthDate, plan.holidayFrom),
    bed: who.bed,
    problem: issue ? formatIssue(lang, issue) : null,
  }
}
interface Beside {
  id: string
  planName: string
  dutyTeacher: string | null
  dutyPhone: string | null
  /** Central bed. */
  bed: string | null
  ownBed: string | null
}
const besideOf = (db: Db, ids: readonly string[]): Promise<Beside[]> =>
  db.query<Beside>(sql`select h.id, p.name as "planName", t.name as "dutyTeacher", case when h.state = 'approved' then t.phone end as "dutyPhone", b.full_name as bed, o.full_name as "ownBed"
    from holiday_stay h join holiday_plan p on p.tenant_id = h.tenant_id and p.id = h.plan_id left join teacher t on t.tenant_id = h.tenant_id and t.id = h.duty_teacher_id
      left join dorm_stay s on s.tenant_id = h.tenant_id and s.id = h.stay_id left join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
      left join dorm_stay m on m.tenant_id = h.tenant_id and m.student_id = h.student_id and m.state = 'checkedIn' and m.kind <> 'temporary' left join dorm_bed o on o.tenant_id = m.tenant_id and o.id = m.bed_id
    where h.tenant_id = ${db.me.tenantId} and h.id = any(${[...ids]}::uuid[])`)
/** Computed fields of one's own stays. */
export async function mine({ db }: Ctx, rows: readonly HolidayStay[]) {
  const beside = new Map(
    (
      await besideOf(
        db,
        rows.map(r => r.id),
      )
    ).map(b => [b.id, b]),
  )
  return ({ id }: HolidayStay) => {
    const { planName = '', dutyTeacher = null, dutyPhone = null, bed = null } = beside.get(id) ?? {}
    return { planName, dutyTeacher, dutyPhone, centralBed: bed }
  }
}
export default [
  compute(holidayStay, ['bed'], async ({ db }, rows) => {
    const beds = new Map(
      (
        await besideOf(
          db,
          rows.map(r => r.id),
        )
      ).map(b => [b.id, b.bed ?? b.ownBed]),
    )
    for (const row of rows) row.bed = beds.get(row.id) ?? null
  }),
  ...studentNumbers(holidayDeparture),
]
