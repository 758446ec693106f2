import sql from 'sql-template-tag'
import { campus } from '#modules/campus/model/places.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { moment } from '#server/demo/days.ts'
import type { Demo } from '#server/demo/options.ts'
import { arrivalPlan, arrivalSlot } from '../arrivals/model/slot.ts'
import { welcomeCall } from '../desk/model/call.ts'
import { welcomeScan } from '../desk/model/scan.ts'
import { demoDorm } from '../dorm/server/demo.ts'
import { demoGoods } from '../goods/server/demo.ts'
import { demoGreen } from '../green/server/demo.ts'
import { demoInformation } from '../information/server/demo.ts'
import { demoMajors } from '../majors/server/demo.ts'
import { welcomeBatch } from '../steps/model/batch.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { welcomeStep } from '../steps/model/step.ts'
import { welcomeMember, welcomeStepState } from '../steps/model/step-state.ts'
import { USUAL } from '../steps/model/usual.ts'
import { COMES } from '../steps/server/api.ts'
import { demoVerify } from '../verify/server/demo.ts'

const STAFF = ['admissions', 'officer', 'college', 'fdy', 'teacher'] as const
const POINTS = [
  { name: '东门签到处', stepCodes: ['gate'] },
  { name: '体育馆一楼', stepCodes: ['verify', 'papers', 'card'] },
  { name: '后勤服务大厅', stepCodes: ['key', 'goods'] },
  { name: '校医院', stepCodes: ['medical'] },
] as const // verbatim
const HOURS = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'] as const
const NOTES = ['火车晚点，下午到', '家里有事，明天到', '没有人接'] as const // verbatim
/** Who of the roll is here. */
const HERE = sql`a.state in ('arrived', 'reviewed')`
const VERIFIED = sql`exists (select from id_verification v where v.tenant_id = m.tenant_id and v.student_id = m.student_id and v.result = 'pass')`
/** A draw for each person and step that is the same each time. */
const draw = (what: string) => sql`abs(hashtext(m.student_id::text || ${what}::text)) % 100`

/** The first day of arrival of those who were admitted last: nearly two thirds are here. */
export default (async db => {
  const [top] = await db.query<{ year: number | null }>(sql`select max(year)::int as year from admitted_student where tenant_id = ${db.me.tenantId} and enrolled_on is null`)
  const accounts = await demoAccounts(db, STAFF)
  const by = accounts.find(a => a.userName === 'admissions')
  const [place] = await db.unscoped(campus).all() // demo data: no data scope
  if (!top?.year || !by || !place) return
  const batchId = await makeBatch(db, top.year, by.id)
  const staff = accounts.map(a => a.id)
  await db.insertMany(
    welcomePoint,
    POINTS.map(({ name, stepCodes }) => ({ batchId, name, campusId: place.id, stepCodes: [...stepCodes], staff })),
    { history: false },
  )
  const members = await makeMembers(db, batchId, top.year)
  await db.update(welcomeBatch, batchId, { audienceCount: members.length } as never)
  await makePlans(db, batchId, place.id)
  await demoInformation(db, batchId)
  await demoGreen(db, batchId, top.year)
  await demoDorm(db, batchId, top.year, members.length)
  await demoGoods(db, batchId, by.id)
  await demoMajors(db, top.year)
  const [hall] = await db.unscoped(welcomePoint).all({ batchId, name: POINTS[1].name }) // demo data
  await demoVerify(db, batchId, hall?.id ?? '', by.id)
  await makeStates(db, batchId, by.id)
  await db.insertFrom(
    welcomeScan,
    {
      batchId: sql`t.batch_id`,
      studentId: sql`t.student_id`,
      stepCode: sql`t.step_code`,
      pointId: sql`t.point_id`,
      by: sql`t.by`,
      kind: 'done',
      channel: 'scan',
      at: sql`t.at`,
      idChecked: false,
    },
    sql`welcome_step_state t where t.tenant_id = ${db.me.tenantId} and t.batch_id = ${batchId} and t.channel = 'scan'`,
    { history: false },
  )
  const away = await db.unscoped(welcomeMember).all({ batchId, 'arrivedAt.isNull': true }, { limit: NOTES.length }) // demo data
  await db.insertMany(
    welcomeCall,
    away.map(({ studentId }, n) => ({ batchId, studentId, result: (['late', 'late', 'noAnswer'] as const)[n] ?? 'noAnswer', note: NOTES[n] ?? null, by: by.id })) as never,
    { history: false },
  )
}) satisfies Demo

async function makeBatch(db: Db, year: number, userId: string): Promise<string> {
  const { id } = await db.insert(welcomeBatch, {
    ...{ processType: 'welcome', name: `${year} 级新生报到`, year, audience: { all: true }, contacts: '027-87654321', state: 'published', publishedAt: moment(-30, '08:00') }, // verbatim
    ...{
      beginTime: moment(-30, '08:00'),
      preFrom: moment(-30, '08:00'),
      preTo: moment(0, '00:00'),
      siteFrom: moment(0, '00:00'),
      siteTo: moment(1, '20:00'),
      endTime: moment(20, '20:00'),
    },
    publisher: { userId, departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'admissions', scope: 'all' }] },
  } as never)
  await db.insertMany(
    welcomeStep,
    USUAL.map((step, n) => ({ ...step, batchId: id, dependsOn: [...step.dependsOn], sort: (n + 1) * 10 })),
    { history: false },
  )
  return id
}
const makeMembers = (db: Db, batchId: string, year: number) =>
  db.insertFrom(
    welcomeMember,
    { batchId: sql`${batchId}::uuid`, studentId: sql`a.student_id`, arrivedAt: sql`case when ${HERE} then a.arrived_at end` },
    sql`admitted_student a where a.tenant_id = ${db.me.tenantId} and a.year = ${year} and a.enrolled_on is null and ${COMES}`,
    { history: false },
  )
/** Two days of nine hours each; most have chosen one. */
async function makePlans(db: Db, batchId: string, campusId: string): Promise<void> {
  const members = await db.unscoped(welcomeMember).all({ batchId }) // demo data
  const slots = [0, 1].flatMap(on => HOURS.map((from, n) => ({ id: uuidv7(), from: moment(on, from), to: moment(on, HOURS[n + 1] ?? '17:00') })))
  const chosen = members.flatMap(({ studentId }, n) => (n % 8 ? [{ studentId, slot: n % slots.length, n }] : []))
  await db.insertMany(
    arrivalSlot,
    slots.map((slot, at) => ({ ...slot, batchId, campusId, capacity: Math.ceil(members.length / 12) + 5, taken: chosen.filter(c => c.slot === at).length })) as never,
    { history: false },
  )
  await db.insertMany(
    arrivalPlan,
    chosen.map(({ studentId, slot, n }) => ({
      ...{ batchId, studentId, slotId: slots[slot]?.id ?? '', companions: n % 3 },
      ...(n % 5
        ? { transport: 'train', serviceNo: `G${1000 + (n % 37)}`, station: n % 2 ? '武汉站' : '汉口站', pickUp: n % 4 > 0 }
        : { transport: 'car', plate: `鄂A${10_000 + n}` }), // verbatim
    })) as never,
    { history: false },
  )
}
/** How far everybody is, in one statement: whoever is here has done what comes before, and most of what is done on site. */
const makeStates = (db: Db, batchId: string, by: string) =>
  db.insertFrom(
    welcomeStepState,
    {
      ...{ batchId: sql`m.batch_id`, studentId: sql`m.student_id`, stepCode: sql`s.code`, required: sql`s.required`, state: sql`x.state` },
      ...{
        at: sql`case when x.state = 'done' then coalesce(m.arrived_at, a.answered_at, now()) end`,
        by: sql`case when x.state = 'done' and s.kind = 'staff' then ${by}::uuid end`,
      },
      channel: sql`case when x.state = 'done' then case when s.kind = 'staff' then 'scan' when s.kind = 'self' then 'self' when s.code in ('fee', 'dorm') then 'batch' else 'auto' end end`,
      pointId: sql`case when x.state = 'done' and s.kind = 'staff' then p.id end`,
    },
    sql`welcome_member m join admitted_student a on a.tenant_id = m.tenant_id and a.id = m.student_id join welcome_step s on s.tenant_id = m.tenant_id and s.batch_id = m.batch_id
      left join welcome_point p on p.tenant_id = s.tenant_id and p.batch_id = s.batch_id and p.step_codes ? s.code
      cross join lateral (select case
        when s.code = 'intention' then case when a.state = 'imported' then 'open' else 'done' end
        when s.code = 'arrival' then case when exists (select from arrival_plan r where r.tenant_id = m.tenant_id and r.student_id = m.student_id) then 'done' when a.state = 'imported' then 'locked' else 'open' end
        when s.code = 'information' then case when exists (select from welcome_info i where i.tenant_id = m.tenant_id and i.student_id = m.student_id and i.completed_at is not null) then 'done' when a.state = 'imported' then 'locked' else 'open' end
        when s.code = 'order' then case when exists (select from goods_order o where o.tenant_id = m.tenant_id and o.batch_id = m.batch_id and o.student_id = m.student_id) then 'done' when a.state = 'imported' then 'locked' else 'open' end
        when s.code = 'review' then case when a.state = 'reviewed' then 'done' when ${HERE} then 'open' else 'locked' end
        when s.phase = 'after' then case when a.state = 'reviewed' then 'open' else 'locked' end
        when s.phase = 'pre' then case when ${HERE} or (a.state <> 'imported' and ${draw('pre')} < 70) then 'done' when a.state = 'imported' and s.code <> 'phone' then 'locked' else 'open' end
        when s.code = 'gate' then case when ${HERE} then 'done' when a.state = 'imported' then 'locked' else 'open' end
        when s.code = 'verify' then case when ${VERIFIED} then 'done' when ${HERE} then 'open' else 'locked' end
        when ${HERE} and s.depends_on ? 'verify' and not ${VERIFIED} then 'locked'
        when ${HERE} then case when ${draw('site')} < 65 then 'done' else 'open' end
        else 'locked' end as state) x
      where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId}`,
    { history: false },
  )
