import sql from 'sql-template-tag'
import type { AdmittedState } from '#modules/admission/roll/model/admitted-student.ts'
import { rollFollowers } from '#modules/admission/server/api.ts'
import { type PlaceOf, releaseStays, type StandingBed, standingBeds } from '#modules/dormitory/server/api.ts'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { accountsOf, statusFollowers } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { claimLink } from '../model/link.ts'
import { DORM_MESSAGES } from '../model/messages.ts'

/** Where new students choose. */
export const PAGE = '/welcome/dorm'
/** What a bed is given up for, before somebody moves in. */
const GIVEN_UP = { declined: '放弃入学', reserved: '保留入学资格', notReported: '未报到', disqualified: '取消入学资格' } as const satisfies Partial<Record<AdmittedState, string>>
const BY_STATUS = { reserved: '保留入学资格', notReported: '未报到', cancelled: '取消入学资格' } as const satisfies Partial<Record<StudentStatus, string>>
const LATE = '延期报到已到期'
const OTHER_POOL = '专业或班级调整'

/** Of these students, those who choose beds in a batch. */
async function linked(db: Db, studentIds: readonly string[]): Promise<string[]> {
  const batches = [...(await db.cached(claimLink)).values()].map(l => l.batchId)
  if (!batches.length || !studentIds.length) return []
  const rows = await db.query<{ id: string }>(sql`select distinct student_id as id from welcome_member
    where tenant_id = ${db.me.tenantId} and batch_id = any(${batches}::uuid[]) and student_id = any(${[...studentIds]}::uuid[])`)
  return rows.map(r => r.id)
}
type Told = (typeof DORM_MESSAGES)['bedGiven' | 'chooseAgain']
/** Releases beds in the caller's transaction and tells their students why, and where they choose again. */
async function releaseFor(db: Db, studentIds: readonly string[], why: string, event: Told): Promise<string[]> {
  const released = await releaseStays(db, studentIds, why)
  const accounts = await accountsOf(
    db,
    released.map(r => r.studentId),
  )
  await notifyEach(
    db,
    event,
    released.flatMap(({ studentId, bed }) => {
      const userId = accounts.get(studentId)
      return userId ? [{ to: [userId], values: { bed, reason: { text: why } }, bizType: claimLink.name, bizId: studentId, link: PAGE, mobileLink: PAGE }] : []
    }),
  )
  return released.map(r => r.studentId)
}
/** 30-WD3: the beds of these students, and which of them are lost where they are now, or at the places given: those that do not belong to what class and college choose from any more. */
export async function bedsAt(db: Db, studentIds: readonly string[], at?: readonly PlaceOf[]): Promise<StandingBed[]> {
  const [beds, choosing] = [await standingBeds(db, studentIds, at), new Set(await linked(db, studentIds))]
  return beds.map(one => ({ ...one, isOut: one.isOut && choosing.has(one.studentId) }))
}
/** Releases those beds; their students choose anew. Returns who does. */
export async function releaseStay(db: Db, studentIds: readonly string[]): Promise<string[]> {
  const lost = (await bedsAt(db, studentIds)).filter(b => b.isOut)
  return releaseFor(
    db,
    lost.map(b => b.studentId),
    OTHER_POOL,
    DORM_MESSAGES.chooseAgain,
  )
}
const byRoll = rollFollowers.make({
  name: 'welcome.dorm',
  async moved(db, moves) {
    for (const [why, gone] of Map.groupBy(moves, m => (m.state in GIVEN_UP ? GIVEN_UP[m.state as keyof typeof GIVEN_UP] : '')))
      if (why)
        await releaseFor(
          db,
          await linked(
            db,
            gone.map(m => m.studentId),
          ),
          why,
          DORM_MESSAGES.bedGiven,
        )
    await releaseStay(
      db,
      moves.flatMap(m => (m.isMoved ? [m.studentId] : [])),
    )
  },
})
const byStatus = statusFollowers.make({
  name: 'welcome.dorm',
  async moved(db, studentId, to) {
    if (to in BY_STATUS) await releaseFor(db, await linked(db, [studentId]), BY_STATUS[to as keyof typeof BY_STATUS], DORM_MESSAGES.bedGiven)
  },
})
/** Who asked to come later and has not come until then. */
const overdue = sql`a.state = 'late' and a.late_until < x.on and a.arrived_at is null`
/** 30-WD3: late persons keep theirs until then; rows of the roll are locked, so that whoever arrives at this moment comes before or after. */
export async function releaseLate(db: Db, on = today()): Promise<number> {
  const batches = [...(await db.cached(claimLink)).values()].filter(l => l.releaseRule === 'lateEnd').map(l => l.batchId)
  const late = await db.query<{ id: string }>(sql`select a.id from admitted_student a cross join (select ${on}::date as on) x
    where a.tenant_id = ${db.me.tenantId} and ${overdue} and exists (select from welcome_member m where m.tenant_id = a.tenant_id and m.student_id = a.id
      and m.batch_id = any(${batches}::uuid[]) and m.arrived_at is null) order by a.id for update of a`)
  const ids = late.map(l => l.id)
  return (await releaseFor(db, ids, LATE, DORM_MESSAGES.bedGiven)).length
}
export default [
  byRoll,
  byStatus,
  scheduledJob('welcome.dormLate', '延期到期释放床位', '20 0 * * *', db => releaseLate(db), {
    due: `select from admitted_student where tenant_id = $1 and state = 'late' and arrived_at is null and late_until < (now() at time zone 'Asia/Shanghai')::date`,
  }),
]
