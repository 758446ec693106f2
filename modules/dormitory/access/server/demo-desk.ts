import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { shiftAt } from '../model/shift.ts'
import { dormVisitor, dutyLog, type Incident } from '../model/visitor.ts'

const WEEK = 7
const VISITS = [
  ['王建国', '520102197001011237', '13985011201', 'family', 'inside'],
  ['李秀英', '520102197203021245', '13985011202', 'family', 'left'],
  ['赵师傅', '520103198005061239', '13985011203', 'work', 'left'],
  ['陈晨', '520103200401021236', '13985011204', 'friend', 'declined'],
  ['周丽', '520111197506081243', '13985011205', 'family', 'left'],
  ['张强', '520111198803041231', '13985011206', 'delivery', 'expired'],
] as const
const NOTES = ['二楼水房水管渗水，已报修', '巡楼正常，三楼有学生用吹风机，已提醒', '门禁大门读卡慢，已重启', '一名学生发烧，已送校医院', '夜间无异常', '消防检查，通道畅通']
const HANDED = ['钥匙 12 把齐全，晚归 2 人已登记', '无事', '一楼大厅灯不亮，请白班跟进', '钥匙齐全，报修单 1 张待跟进']

/** Visitors, and a week of duty logs; the demo student has a visitor to confirm. */
export async function demoDesk(db: Db, dorms: readonly string[]): Promise<void> {
  await visitors(db)
  await shifts(db, dorms.slice(0, 4))
}
async function visitors(db: Db): Promise<void> {
  const hosts = await db.query<{
    id: string
    dormId: string
    isOwn: boolean
  }>(sql`select s.student_id as id, s.dorm_id as "dormId", u.user_name = 'student' as "isOwn" from dorm_stay s
    join sys_user u on u.tenant_id = s.tenant_id and u.student_id = s.student_id where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' order by u.user_name = 'student' desc, md5(s.student_no) limit 12`)
  const [first] = hosts
  if (!first) return
  const at = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
  const evening = new Date(Date.now() + 6 * HOUR_MS).toISOString()
  const past = VISITS.map(([name, idNo, phone, purpose, state], i) => {
    const host = hosts[(i * 2 + 1) % hosts.length] ?? first
    const hours = state === 'inside' ? 1 : 20 + i * 30
    const came = state === 'inside' || state === 'left'
    return {
      dormId: host.dormId,
      name,
      idNo,
      phone,
      purpose,
      state,
      hostStudentId: host.id,
      leaveBy: state === 'inside' ? evening : at(hours - 5),
      createdAt: at(hours),
      ...(came ? { confirmedAt: at(hours), inAt: at(hours) } : {}),
      ...(state === 'left' ? { outAt: at(hours - 2) } : {}),
    }
  })
  const asking = first.isOwn
    ? [
        {
          dormId: first.dormId,
          name: '刘芳',
          idNo: '520102197408121243',
          phone: '13985011299',
          purpose: 'family',
          state: 'pending' as const,
          hostStudentId: first.id,
          leaveBy: evening,
          createdAt: at(0),
        },
      ]
    : []
  await db.insertMany(dormVisitor, [...past, ...asking])
}
async function shifts(db: Db, dorms: readonly string[]): Promise<void> {
  const running = shiftAt(new Date().toISOString())
  const manager = await demoAccount(db, 'dormManager')
  const rows = dorms.flatMap((dormId, d) =>
    Array.from({ length: WEEK * 2 }, (_, n) => {
      const moment = new Date(Date.now() - n * 12 * HOUR_MS).toISOString()
      const { dutyDate, shift } = shiftAt(moment)
      const isOpen = dutyDate === running.dutyDate && shift === running.shift
      const incidents: Incident[] = (n + d) % 3 ? [] : [{ id: uuidv7(), at: moment, text: NOTES[(n + d) % NOTES.length] ?? '', studentIds: [], by: manager?.id ?? null }]
      const end = { state: 'handedOver' as const, handover: HANDED[(n + d) % HANDED.length], dutyBy: manager?.id ?? null, handedAt: moment }
      return { dormId, dutyDate, shift, incidents, ...(isOpen ? {} : end) }
    }),
  )
  await db.insertMany(dutyLog, rows)
}
