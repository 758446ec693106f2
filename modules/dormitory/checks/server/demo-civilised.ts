import sql from 'sql-template-tag'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { POT } from '#modules/workflow/rounds/model/round-quota.ts'
import { publishNotice, seatsOf, takeSeat } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { civilisedRoom, civilisedRound } from '../model/civilised.ts'
import { quotaOf } from '../model/civilised-rules.ts'
import { issueQuotas, seatOf } from './room-facts.ts'

interface Candidate {
  roomId: string
  dormId: string
  room: string
  mean: number
  lowest: number
  checks: number
  classId: string | null
  departmentId: string | null
  studentIds: string[]
}
/** Qualifying rooms, the best of each college first. */
const candidates = (db: Db, from: string, to: string): Promise<Candidate[]> =>
  db.query<Candidate>(sql`select c.room_id as "roomId", c.dorm_id as "dormId", r.full_name as room, round(avg(c.room_score), 2)::float8 as mean, min(c.room_score)::float8 as lowest, count(*)::int as checks,
      m.class_id as "classId", m.department_id as "departmentId", m.ids as "studentIds"
    from check_record c join dorm_room r on r.tenant_id = c.tenant_id and r.id = c.room_id
      join lateral (select mode() within group (order by s.class_id) as class_id, mode() within group (order by s.department_id) as department_id, jsonb_agg(s.student_id order by s.student_id) as ids
        from dorm_stay s where s.tenant_id = c.tenant_id and s.room_id = c.room_id and s.state = 'checkedIn' and s.kind <> 'temporary') m on m.ids is not null
    where c.tenant_id = ${db.me.tenantId} and c.kind = 'health' and c.is_valid and c.checked_at between ${from}::date and ${to}::date + 1
    group by c.room_id, c.dorm_id, r.full_name, m.class_id, m.department_id, m.ids having avg(c.room_score) >= 90 and min(c.room_score) >= 75 order by mean desc, c.room_id`)
const QUOTA = 15
/** One round at notice stage, and the next one, open. */
export async function demoCivilised(db: Db): Promise<void> {
  const to = addDays(today(), -10)
  const from = addDays(to, -80)
  const found = await candidates(db, from, to)
  const common = {
    processType: 'civilisedRoom',
    audience: { roles: ['student'] },
    minMean: 90,
    minSingle: 75,
    quotaPercent: QUOTA,
    noticeLevel: 'school' as const,
    noticeColumns: ['name', 'college', 'className', 'item'] as const,
  }
  const publisher = { userId: '', departmentId: null, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] }
  const past = await db.insert(civilisedRound, {
    ...common,
    name: '上半学期文明寝室',
    beginTime: schoolInstant(addDays(today(), -9), '08:00'),
    endTime: schoolInstant(addDays(today(), -3), '20:00'),
    from,
    to,
    noticeWorkdays: 5,
    state: 'closed',
    publisher,
    publishedAt: schoolInstant(addDays(today(), -9), '08:00'),
  } as never)
  const running = await db.insert(civilisedRound, {
    ...common,
    name: '本学期文明寝室',
    beginTime: schoolInstant(addDays(today(), -2), '08:00'),
    endTime: schoolInstant(addDays(today(), 12), '20:00'),
    from,
    to: today(),
    state: 'published',
    publisher,
    publishedAt: schoolInstant(addDays(today(), -2), '08:00'),
  } as never)
  for (const round of [past, running]) await issueQuotas(db, round)
  const chosen: Candidate[] = []
  for (const [college, own] of Map.groupBy(found, c => c.departmentId ?? POT)) {
    const { issued } = await seatsOf(db, past.id, college)
    chosen.push(...own.slice(0, Math.min(issued, quotaOf(own.length * 2, QUOTA))))
  }
  if (!chosen.length) return
  await db.insertMany(
    civilisedRoom,
    chosen.map(({ room: _room, ...c }) => ({ roundId: past.id, ...c, studentId: c.studentIds[0] ?? '', state: 'approved' as const })),
  )
  const rows = await db.unscoped(civilisedRoom).all({ roundId: past.id }) // demo setup: no data scope
  for (const row of rows) await takeSeat(db, seatOf(row))
  const names = new Map(chosen.map(c => [c.roomId, c.room]))
  const lines = rows.map(r => ({ bizId: r.id, studentId: r.studentId, values: { item: names.get(r.roomId) ?? '' } }))
  const notice = await publishNotice({ db }, { round: past, roundOf: civilisedRound, of: civilisedRoom, level: 'school', columns: [...common.noticeColumns], lines })
  await db.update(civilisedRound, past.id, { stage: 'publicised', noticeId: notice.id })
}
