import sql, { empty } from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { deskFigure, headline } from '#server/extensions/desk-parts.ts'
import { leave } from '../model/leave.ts'
import { awayNow } from '../model/read-actions.ts'

interface Counted {
  classId: string | null
  away: number
  overdue: number
  leftCity: number
  dueToday: number
  beginToday: number
  pending: number
}
const SUMS = ['away', 'overdue', 'leftCity', 'dueToday', 'beginToday', 'pending'] as const

/** Students away now in the reader's scope, by class. */
const away = handle(awayNow, async ({ db }, { classId, departmentId }) => {
  const day = today()
  const rows = await db.query<Counted>(sql`select class_id as "classId",
      count(*) filter (where state in ('active', 'overdue'))::int as away, count(*) filter (where state = 'overdue')::int as overdue,
      count(*) filter (where state in ('active', 'overdue') and leaves_city)::int as "leftCity",
      count(*) filter (where state = 'active' and end_at >= ${day}::timestamptz - interval '8 hours' and end_at < ${day}::timestamptz + interval '16 hours')::int as "dueToday",
      count(*) filter (where state in ('approved', 'active') and start_at >= ${day}::timestamptz - interval '8 hours' and start_at < ${day}::timestamptz + interval '16 hours')::int as "beginToday",
      count(*) filter (where state = 'pending')::int as pending
    from ${db.visible(leave).rows()} l where state in ('pending', 'approved', 'active', 'overdue') and extends_id is null
      ${classId ? sql`and class_id = ${classId}` : empty} ${departmentId ? sql`and department_id = ${departmentId}` : empty} group by 1`)
  const classes = await db.cached(stuClass)
  const sums = Object.fromEntries(SUMS.map(name => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<(typeof SUMS)[number], number>
  return {
    ...sums,
    classes: rows
      .filter(r => r.classId && r.away)
      .map(r => ({ id: r.classId ?? '', name: classes.get(r.classId ?? '')?.name ?? '—', away: r.away, overdue: r.overdue }))
      .sort((a, b) => b.overdue - a.overdue || b.away - a.away),
  }
})
const figure = deskFigure({
  code: 'leave.away',
  order: 30,
  permission: 'leave:leave:list',
  for: 'staff',
  async run({ db }) {
    const [row] = await db.query<{ away: number; overdue: number }>(
      sql`select count(*)::int as away, count(*) filter (where state = 'overdue')::int as overdue from ${db.visibleFor(leave, 'leave:leave:list').rows()} l where state in ('active', 'overdue') and extends_id is null`,
    )
    const { away: out, overdue } = row ?? { away: 0, overdue: 0 }
    return {
      label: '请假外出',
      value: out,
      unit: '人',
      link: '/leave/returns',
      ...(overdue ? { note: { text: '逾期 {n} 人', values: { n: overdue } }, tone: 'late' as const } : {}),
    }
  },
})
/** Students who should be back from a leave and are not. */
const overdue = headline({
  code: 'leave.overdue',
  order: 20,
  permission: 'leave:leave:list',
  async run({ db }) {
    const value = await db.visibleFor(leave, 'leave:leave:list').count({ state: 'overdue', extendsId: null })
    return value ? { text: { text: '{n} 人请假逾期未归', values: { n: value } }, link: '/leave/returns' } : null
  },
})
export default [away, figure, overdue]
