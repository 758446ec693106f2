import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Debt } from '../../stays/model/checklist.ts'
import { checkOutPoint } from '../../stays/server/api.ts'

// 20-DR4: open items at check-out are recorded; they do not block it
const lodging = checkOutPoint({
  code: 'lodging',
  async open(db, leaving) {
    const rows = await db.query<{ studentId: string; owed: number }>(sql`select student_id as "studentId", sum(owed)::float8 as owed from lodging_charge
      where tenant_id = ${db.me.tenantId} and student_id = any(${leaving.map(l => l.studentId)}::uuid[]) and bill_line_id is not null and owed > 0 and due_on < ${today()}::date group by 1`)
    const owed = new Map(rows.map(r => [r.studentId, r.owed]))
    return new Map(
      leaving.flatMap(
        (l): Array<[string, Debt[]]> => (owed.has(l.studentId) ? [[l.stayId, [{ code: 'lodging', label: '住宿费', note: null, amount: owed.get(l.studentId) ?? 0 }]]] : []),
      ),
    )
  },
})
const utility = checkOutPoint({
  code: 'utility',
  async open(db, leaving) {
    const rows = await db.query<{ roomId: string; balance: number; sharers: number }>(sql`select u.room_id as "roomId", -sum(u.balance)::float8 as balance,
        (select count(*)::int from dorm_stay s where s.tenant_id = ${db.me.tenantId} and s.room_id = u.room_id and s.state = 'checkedIn' and s.kind <> 'temporary') as sharers
      from (select distinct on (room_id, kind) room_id, balance from room_utility where tenant_id = ${db.me.tenantId} and room_id = any(${leaving.map(l => l.roomId)}::uuid[]) order by room_id, kind, read_at desc) u
      where u.balance < 0 group by u.room_id`)
    const open = new Map(rows.map(r => [r.roomId, r]))
    return new Map(
      leaving.flatMap((l): Array<[string, Debt[]]> => {
        const room = open.get(l.roomId)
        return room ? [[l.stayId, [{ code: 'utility', label: '水电费', note: null, amount: Math.round(room.balance / Math.max(1, room.sharers)) }]]] : []
      }),
    )
  },
})
export default [lodging, utility]
