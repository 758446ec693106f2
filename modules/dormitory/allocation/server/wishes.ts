import sql, { type Sql } from 'sql-template-tag'
import { type InputOf, mustAllow, type Row, refusalOf } from '#model'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { mayLive } from '../../stays/model/rules.ts'
import { openWishes } from '../model/actions.ts'
import type { Reason } from '../model/engine/explain.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { presortPlan } from '../model/plan.ts'
import { presortWish } from '../model/wish.ts'
import { myWish, saveMyWish } from '../model/wish-actions.ts'
import { lockPlan, type Plan, readPlan } from './plan.ts'
import { bedless, meant } from './pool.ts'
import { settingsOf } from './settings.ts'

type Wish = InputOf<typeof saveMyWish>
const LIVING = Object.keys(STUDENT_STATUS).filter(mayLive)
/** The plan collecting this student's wishes, the earliest deadline first. */
export async function askingPlan(db: Db, studentId: string): Promise<Plan | undefined> {
  const plans = await db.unscoped(presortPlan).all({ state: ['draft', 'simulated', 'undone'], 'wishUntil.ge': today() }, { sort: ['startDate'] }) // students cannot read plans; only whether one asks them
  for (const plan of plans.map(readPlan)) {
    // only a handful of plans collect wishes at a time
    const [found] = await db.query(sql`select 1 from student s where s.tenant_id = ${db.me.tenantId} and s.id = ${studentId} and ${meant(plan.studentFilter)}`)
    if (found) return plan
  }
  return undefined
}
interface Mate {
  studentNo: string
  /** Only if mutual: a number does not reveal its owner. */
  name: string | null
  isMutual: boolean
}
/** Eligible students by these numbers. A wish for the other gender is stored like any other, as a refusal would reveal the gender; it never becomes mutual. */
const matesOf = (db: Db, studentId: string, numbers: readonly string[]) =>
  db.query<Mate>(sql`select o.student_no as "studentNo", case when m.is_mutual then o.name end as name, m.is_mutual as "isMutual"
    from student o join student me on me.tenant_id = o.tenant_id and me.id = ${studentId}
    cross join lateral (select o.gender_code = me.gender_code
      and exists (select from presort_wish w where w.tenant_id = o.tenant_id and w.student_id = o.id and w.roommates ? me.student_no) as is_mutual) m
    where o.tenant_id = ${db.me.tenantId} and o.deleted_at is null and o.status = any(${LIVING}::text[]) and o.student_no = any(${[...numbers]}::text[])`)
export const wishOf = (db: Db, studentId: string) => db.unscoped(presortWish).find({ studentId }) // restricted to the caller's own rows
/** Of these students, those who named grounds for a bed, as a subselect of `id` and `accessible`. What the grounds are stays here. */
export const withGrounds = (db: Db, students: Sql): Sql => sql`(select w.student_id as id, coalesce(w.needs_accessible, false) as accessible from presort_wish w
  where w.tenant_id = ${db.me.tenantId} and w.student_id in (${students}) and (w.needs_accessible or nullif(w.medical_note, '') is not null))`
interface Result {
  plan: string
  bed: string
  from: string
  reasons: Reason[]
}
/** The bed of the last published plan. */
async function resultOf(db: Db, studentId: string): Promise<Result | undefined> {
  const [found] =
    await db.query<Result>(sql`select p.name as plan, b.full_name as bed, p.start_date::text as from, l.reasons from presort_line l join presort_plan p on p.tenant_id = l.tenant_id and p.id = l.plan_id and p.run_id = l.run_id
    join dorm_bed b on b.tenant_id = l.tenant_id and b.id = l.bed_id
    where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and p.state in ('published', 'closed') and l.conflict is null order by p.published_at desc limit 1`)
  return found
}
const mine = handle(myWish, async ({ db, me }) => {
  const { wishRoommates: most } = await settingsOf(db)
  const { studentId } = me
  if (!studentId) return { openUntil: null, plan: null, most, wish: null, mates: [], result: null }
  const [plan, wish, result] = [await askingPlan(db, studentId), await wishOf(db, studentId), await resultOf(db, studentId)]
  const mates = wish?.roommates?.length
    ? await matesOf(
        db,
        studentId,
        wish.roommates.filter(no => no !== null),
      )
    : []
  const met = result?.reasons.find(r => r.rule === 'wish')
  return {
    openUntil: plan?.wishUntil ?? null,
    plan: plan?.name ?? null,
    most,
    wish: wish ? fieldsOf(wish) : null,
    mates: mates.map(m => ({ studentNo: m.studentNo, name: m.name, isMutual: m.isMutual ? ('yes' as const) : ('no' as const) })),
    result: result ? { ...result, wishesMet: met?.met ?? 0, wishesOf: wish?.roommates?.length ?? met?.of ?? 0 } : null,
  }
})
function fieldsOf({ bedType, sleepTime, wakeTime, quiet, smoking, snoring, height, roommates, needsAccessible, medicalNote }: Row<typeof presortWish>) {
  return { bedType, sleepTime, wakeTime, quiet, smoking, snoring, height, roommates, needsAccessible, medicalNote }
}
/** Stores a student's wishes, shared by all plans; returns how many roommates wish the same. What is not given stays. */
export async function keepWish({ db, me }: Pick<Ctx, 'db' | 'me'>, studentId: string, wish: Partial<Wish>): Promise<number> {
  const mates = wish.roommates ? await checkMates({ db, me }, studentId, wish.roommates) : []
  await db.upsert(presortWish, ['studentId'], [{ studentId, ...wish, ...(wish.roommates ? { roommates: mates.map(m => m.studentNo) } : {}) }])
  return mates.filter(m => m.isMutual).length
}
/** The roommates that are named, in their order; refuses too many, unknown ones, one twice, and oneself. */
async function checkMates({ db, me }: Pick<Ctx, 'db' | 'me'>, studentId: string, named: ReadonlyArray<string | null>): Promise<Mate[]> {
  const refused = (rule: 'most' | 'twice' | 'self' | 'unknown', values = {}) => refusalOf(presortWish, rule, values, 'roommates')
  const numbers = named.flatMap(no => no?.trim() || [])
  const { wishRoommates: most } = await settingsOf(db)
  if (numbers.length > most) throw refused('most', { most })
  const twice = numbers.find((no, n) => numbers.indexOf(no) !== n)
  if (twice) throw refused('twice', { studentNo: twice })
  countTriedNumbers(me, numbers.length)
  const [self] = await db.query<{ studentNo: string | null }>(sql`select student_no as "studentNo" from student where tenant_id = ${db.me.tenantId} and id = ${studentId}`)
  if (self?.studentNo && numbers.includes(self.studentNo)) throw refused('self')
  const mates = await matesOf(db, studentId, numbers)
  return numbers.map(no => {
    const mate = mates.find(m => m.studentNo === no)
    if (!mate) throw refused('unknown', { studentNo: no })
    return mate
  })
}
const save = handle(saveMyWish, async ({ db, me, refuse }, wish) => {
  const studentId = ownStudentId(me)
  if (!(await askingPlan(db, studentId))) refuse('closed')
  return { mutual: await keepWish({ db, me }, studentId, { ...wish, roommates: wish.roommates ?? [] }) }
})
interface Person {
  userId: string
  studentId: string
}
/** Accounts of a plan's students; `silent`: those without wishes. */
export const peopleOf = (db: Db, plan: Plan, silent = false) =>
  db.query<Person>(sql`select u.user_id as "userId", s.id as "studentId" from student s join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.id
    where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)} and (not ${silent}::boolean or not exists (select 1 from presort_wish w where w.tenant_id = s.tenant_id and w.student_id = s.id)) order by s.id`)
export async function tellWishes(db: Db, event: (typeof PRESORT_MESSAGES)['wishOpen'], plan: Plan, people: readonly Person[], until: string): Promise<void> {
  const link = '/dormitory/wish'
  await notifyEach(db, event, [{ to: people.map(p => p.userId), values: { plan: plan.name, until }, bizType: 'presortPlan', bizId: plan.id, link, mobileLink: link }])
}
const open = handle(openWishes, async ({ db, refuse }, { id, until }) => {
  const plan = await lockPlan(db, id)
  mustAllow(presortPlan, plan, 'openWishes')
  if (until < today()) refuse('past', { until }, 'until')
  if (until >= plan.startDate) refuse('late', { until, startDate: plan.startDate }, 'until')
  await db.update(presortPlan, id, { wishUntil: until })
  const people = await peopleOf(db, plan)
  await tellWishes(db, PRESORT_MESSAGES.wishOpen, plan, people, until)
  return { told: people.length }
})
export default [mine, save, open]
