import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type DamageState, dormDamage } from '../model/damage.ts'
import { partsOf } from '../model/damage-rules.ts'

/** Item, total cost in fen, number of sharers, state, statement. */
const DAMAGES: ReadonlyArray<[item: string, total: number, sharers: number, state: DamageState, explanation: string]> = [
  ['椅子', 12_000, 1, 'told', '椅背断裂，不能修复，同型号更换 120.00 元'],
  ['阳台门玻璃', 18_000, 3, 'objected', '玻璃碎裂，更换 160.00 元，人工 20.00 元'],
  ['门锁', 9_000, 2, 'charged', '钥匙折断在锁芯里，换锁 90.00 元'],
  ['空调遥控器', 3_500, 1, 'charged', '遥控器遗失，补配 35.00 元'],
  ['床梯', 6_000, 1, 'waived', '踏板松脱，报修记录显示入住前已损坏'],
]
/** A cracked pane. */
const crackedPane = (hue: number): Promise<Buffer> =>
  drawn(
    960,
    640,
    `<rect width="100%" height="100%" fill="hsl(${hue},18%,82%)"/><rect x="240" y="90" width="480" height="460" fill="hsl(${hue},25%,94%)" stroke="hsl(${hue},20%,45%)" stroke-width="18"/>
      <path d="M250 520 L430 330 L400 260 L560 210 L600 110" fill="none" stroke="#445" stroke-width="5"/><path d="M430 330 L620 400 L705 380 M400 260 L330 180" fill="none" stroke="#445" stroke-width="3"/>`,
  )
interface Resident {
  studentId: string
  roomId: string
  classId: string | null
  departmentId: string | null
}
/** Rooms of the demo student and manager first, by residents. */
const roomsOf = async (db: Db): Promise<Resident[][]> => [
  ...Map.groupBy(
    await db.query<Resident>(sql`with own as (select distinct s.room_id, (s.student_id = (select student_id from sys_user u where u.tenant_id = s.tenant_id and u.user_name = 'student' and u.realm = 'admin' limit 1)) as is_own, s.dorm_id
        from dorm_stay s where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind <> 'temporary'),
      rooms as (select o.room_id, coalesce(bool_or(o.is_own), false) as is_own from own o group by 1 order by 2 desc, md5(o.room_id::text) limit ${DAMAGES.length})
      select s.student_id as "studentId", s.room_id as "roomId", s.class_id as "classId", s.department_id as "departmentId" from dorm_stay s join rooms r on r.room_id = s.room_id
      where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind <> 'temporary' order by r.is_own desc, s.room_id,
        (s.student_id = (select student_id from sys_user u where u.tenant_id = s.tenant_id and u.user_name = 'student' and u.realm = 'admin' limit 1)) desc nulls last, s.student_no`),
    r => r.roomId,
  ).values(),
]
/** Fields of each state besides the amounts. */
function standing(state: DamageState, at: number) {
  const iso = (ms: number): string => new Date(ms).toISOString()
  if (state === 'told') return { objectUntil: iso(Date.now() + DAY_MS) }
  if (state === 'objected') return { objectUntil: iso(Date.now() - DAY_MS), objection: '当晚大风把玻璃吹碎的，我们没有碰', objectedAt: iso(Date.now() - 2 * DAY_MS) }
  if (state === 'charged') return { objectUntil: iso(at + 2 * DAY_MS), dueOn: addDays(today(), 7) }
  return { objectUntil: iso(at + 2 * DAY_MS), decision: '核对报修记录，入住前已损坏，不用赔偿', decidedAt: iso(at + DAY_MS) }
}
/** Damages in every state, each with a picture. */
export async function demoDamages(db: Db): Promise<void> {
  const by = await demoAccount(db, 'admin')
  const rooms = await roomsOf(db)
  if (!by || rooms.length < DAMAGES.length) return
  for (const [n, [item, total, sharers, state, explanation]] of DAMAGES.entries()) {
    const people = (rooms[n] ?? []).slice(0, sharers)
    const at = Date.now() - (state === 'told' ? 1 : 4 + n) * DAY_MS
    const ids = people.map(() => uuidv7())
    const content = await crackedPane(190 + n * 25)
    const photo = await demoFile(db, dormDamage, ids[0] ?? '', { name: `${item}.jpg`, content, field: 'photos', ownerId: by.id })
    const damageNo = `PC${today().replaceAll('-', '')}-D${n + 1}`
    const parts = partsOf(total, people.length)
    const common = { damageNo, item, explanation, total, sharers: people.length, at: new Date(at).toISOString(), photos: [photo], state, ...standing(state, at) }
    const rows = people.map((who, i) => ({ id: ids[i] ?? '', ...common, ...who, amount: state === 'waived' ? 0 : (parts[i] ?? 0) }))
    await db.insertMany(dormDamage, rows)
  }
}
