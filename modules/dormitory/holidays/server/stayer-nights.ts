import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { signTaskFor } from '#modules/signIn/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { waysOfDorms } from '../../nights/server/api.ts'
import { fenceOf } from '../../places/model/fence.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { expectedPresence } from '../../stays/server/api.ts'

interface Stayer {
  studentId: string
  userId: string
  plan: string
  planId: string
  teacherId: string | null
  teacherUserId: string | null
  dormId: string
}
/** Maximum fences per task; students of further buildings sign by photo. */
const MOST_FENCES = 10
const USUAL = { openTime: '21:30', closeTime: '23:00' }

/** Stayers of published holidays tonight, with their teacher. */
const stayersOf = (db: Db, night: string): Promise<Array<Omit<Stayer, 'dormId'>>> =>
  db.query(sql`select h.student_id as "studentId", u.user_id as "userId", p.name as plan, p.id as "planId", h.duty_teacher_id as "teacherId", d.user_id as "teacherUserId"
    from holiday_stay h join holiday_plan p on p.tenant_id = h.tenant_id and p.id = h.plan_id
      join student_account u on u.tenant_id = h.tenant_id and u.student_id = h.student_id left join teacher_account d on d.tenant_id = h.tenant_id and d.teacher_id = h.duty_teacher_id
    where h.tenant_id = ${db.me.tenantId} and h.state = 'approved' and p.state in ('published', 'paused', 'closed') and h."from" <= ${night}::date and greatest(h."to", h."from" + 1) > ${night}::date`)

/**
 * 20-DH5: roll-call of stayers every night. Buildings with self check-in use that; for the others each teacher gets one sign-in task per night. Returns the number.
 */
export async function askStayers(db: Db, now = Date.now()): Promise<number> {
  const night = today(new Date(now))
  const found = await stayersOf(db, night)
  if (!found.length) return 0
  const [presence, ways] = [await expectedPresence(db, night, { studentIds: found.map(f => f.studentId) }), await waysOfDorms(db)]
  const stayers = found.flatMap((f): Stayer[] => {
    const p = presence.get(f.studentId)
    return p?.dormId && p.expected === 'expected' && !ways.get(p.dormId)?.ways.includes('self') ? [{ ...f, dormId: p.dormId }] : []
  })
  const groups = [...Map.groupBy(stayers, s => s.teacherId ?? s.planId)]
  for (const [sourceId, group] of groups) await taskOf(db, night, sourceId, group)
  return groups.length
}
async function taskOf(db: Db, night: string, sourceId: string, group: readonly Stayer[]): Promise<void> {
  const [first] = group
  if (!first) return
  const [dorms, ways] = [await db.cached(dormBuilding), await waysOfDorms(db)]
  const dormIds = [...new Set(group.map(g => g.dormId))]
  const drawn = dormIds.flatMap(id => dorms.get(id)?.fence ?? [])
  const isLocated = drawn.length === dormIds.length && drawn.length <= MOST_FENCES
  const hours = dormIds.map(id => ways.get(id) ?? USUAL)
  const [open, close] = [
    hours.map(h => h.openTime).toSorted()[0] ?? USUAL.openTime,
    hours
      .map(h => h.closeTime)
      .toSorted()
      .at(-1) ?? USUAL.closeTime,
  ]
  const endTime = schoolInstant(close > open ? night : addDays(night, 1), close)
  if (Date.parse(endTime) <= Date.now()) return
  await signTaskFor(
    { db, me: db.me, lang: 'zh-cn', ip: '', traceId: '' },
    {
      name: `${first.plan}留校晚点名 ${night.slice(5)}`,
      kind: 'dorm',
      beginTime: schoolInstant(night, open),
      endTime,
      audience: { userIds: [...new Set(group.map(g => g.userId))] },
      ways: [isLocated ? 'location' : 'photo', 'staff'],
      fences: isLocated ? drawn.map(fenceOf) : null,
      sourceType: `stayerNight:${night}`,
      sourceId,
      owner: first.teacherId ? { userId: first.teacherUserId, teacherId: first.teacherId } : undefined,
    },
  )
}
export default scheduledJob('dormitory.stayerNights', '留校学生晚点名', '0 17 * * *', db => askStayers(db))
