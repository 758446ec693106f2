import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { sized } from '#server/demo/options.ts'
import type { Random } from '#server/demo/random.ts'
import { dormViolation, type ViolationState } from '../model/violation.ts'

const WHOLE = 140
const LEAST = 24
const KINDS = [
  ['appliance', 'ordinary', '检查发现使用电热水壶'],
  ['appliance', 'ordinary', '检查发现使用电热毯'],
  ['wiring', 'ordinary', '从走廊插座私拉电线进房间'],
  ['smoking', 'minor', '房间内有烟味，窗台有烟头'],
  ['lodging', 'ordinary', '留宿校外人员一晚'],
  ['pet', 'minor', '房间内饲养仓鼠'],
  ['openFire', 'serious', '在阳台使用酒精炉'],
  ['damage', 'minor', '损坏门锁，没有报告'],
  ['late', 'ordinary', '30 天内晚归 3 次'],
] as const
const STATES: readonly ViolationState[] = ['recorded', 'recorded', 'heard', 'confirmed', 'confirmed', 'confirmed', 'confirmed', 'dismissed', 'referred']
interface Resident {
  studentId: string
  roomId: string
  dormId: string
  classId: string | null
  departmentId: string | null
}
/** Residents: students of the demo users first, so that these see data. */
const residentsOf = (db: Db): Promise<Resident[]> =>
  db.query<Resident>(sql`select s.student_id as "studentId", s.room_id as "roomId", s.dorm_id as "dormId", s.class_id as "classId", s.department_id as "departmentId" from dorm_stay s
    where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind <> 'temporary'
    order by (s.student_id = (select student_id from sys_user u where u.tenant_id = s.tenant_id and u.user_name = 'student' and u.realm = 'admin' limit 1)) desc nulls last,
      coalesce(s.class_id in ${counselledClasses(db)}, false) desc, md5(s.student_no)`)
/** Fields the hearing leaves in each state. */
function heardOf(state: ViolationState, at: number, n: number) {
  const iso = (ms: number): string => new Date(ms).toISOString()
  if (state === 'recorded') return n % 2 ? {} : { askedAt: iso(Date.now() - DAY_MS), statementDue: iso(Date.now() + 2 * DAY_MS) }
  const asked = { askedAt: iso(at + DAY_MS), statementDue: iso(at + 4 * DAY_MS), heardAt: iso(at + 2 * DAY_MS) }
  const heard = n % 5 === 0 ? { heardAs: 'waived' } : { heardAs: 'stated', statement: '当时没有想到这样不安全，东西已经交给宿管，以后不再使用。' }
  if (state === 'heard') return { ...asked, ...heard }
  return { ...asked, ...heard, decidedAt: iso(at + 5 * DAY_MS), decision: state === 'dismissed' ? '核实后不属于违规电器。' : '情况属实，已谈话教育。' }
}
/** A term of violations in every state, some with seized items. */
export async function demoViolations(db: Db, random: Random): Promise<void> {
  const people = await residentsOf(db)
  if (people.length < LEAST) return
  const count = sized(people.length, WHOLE, LEAST)
  const drafts = Array.from({ length: count }, (_, n) => {
    // the first statement is requested from the demo student
    const who = people[n < 12 ? n : (n * 17) % people.length] as Resident
    const [type, level, details] = KINDS[n % KINDS.length] as (typeof KINDS)[number]
    const state = n === 0 ? 'recorded' : (STATES[n % STATES.length] ?? 'recorded')
    const at = Date.now() - (state === 'recorded' ? 2 : 8 + ((n * 5) % 80)) * DAY_MS - (n % 9) * HOUR_MS
    const isSeized = type === 'appliance' && state !== 'dismissed'
    return {
      ...who,
      type,
      level,
      details,
      at: new Date(at).toISOString(),
      state,
      sourceType: type === 'late' ? ('nightLine' as const) : ('manual' as const),
      ...heardOf(state, at, n),
      ...(isSeized
        ? {
            seizedItem: details.endsWith('毯') ? '电热毯' : '电热水壶',
            seizedReceiptNo: `ZK${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}-${String(9000 + n)}`,
            seizedAt: new Date(at).toISOString(),
            returnOn: new Date(at + 30 * DAY_MS).toISOString().slice(0, 10),
            ...(random.chance(0.4) ? { returnedAt: new Date(Math.min(at + 30 * DAY_MS, Date.now())).toISOString() } : {}),
          }
        : {}),
    }
  })
  await db.insertMany(dormViolation, drafts as never)
  await db.query(sql`analyze dorm_violation`)
}
