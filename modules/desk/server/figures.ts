import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { lessonTimes } from '#modules/campus/server/api.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, handle } from '#server/context.ts'
import { type DashboardFigure, deskFigure, deskFigures } from '#server/extensions/desk-parts.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { figures } from '../model/layout.ts'
import { totalOf } from './chosen-todos.ts'
import { contributed } from './contributions.ts'
import { ownLessons } from './people.ts'

const answered = handle(figures, ctx => {
  const kind = ctx.me.userType === 2 ? 'student' : 'staff'
  const declared = ctx.db.registered(deskFigures).filter(f => !f.for || f.for === kind)
  return contributed(ctx, declared, async ({ code, run }) => {
    const found = await run(ctx)
    if (!found) return null
    const { label, unit, note, parts, tone, link, value } = found
    return {
      code,
      label: translate(ctx.lang, label),
      value,
      unit: unit ? translate(ctx.lang, unit) : null,
      note: note ? formatWording(ctx.lang, note) : null,
      tone: tone ?? null,
      link: link ?? null,
      parts: (parts ?? []).map(p => ({ label: translate(ctx.lang, p.label), value: p.value })),
    }
  })
})
const SHOWN: readonly StudentStatus[] = ['active', 'suspended', 'retained']
const LIST = 'student:student:list'
const students = deskFigure({
  code: 'student.onRoll',
  order: 10,
  permission: LIST,
  for: 'staff',
  async run({ db }) {
    const rows = await db.query<{ status: StudentStatus; n: number }>(
      sql`select s.status, count(*)::int as n from ${db.visibleFor(student, LIST).rows()} s where s.status = any(${[...SHOWN]}::text[]) group by 1`,
    )
    const of = (status: StudentStatus): number => rows.find(r => r.status === status)?.n ?? 0
    const value = SHOWN.reduce((n, status) => n + of(status), 0)
    return value ? { label: '在籍学生', value, link: '/student/students', parts: SHOWN.map(status => ({ label: STUDENT_STATUS[status], value: of(status) })) } : null
  },
})
/** A count of todos, linked to the list with the same filter (P1). */
const todoFigure = (code: string, order: number, label: string, chosen: { kind: 'approval' } | { due: 'today' | 'overdue' }, tone?: 'late'): DashboardFigure =>
  deskFigure({
    code,
    order,
    for: 'staff',
    async run(ctx) {
      const value = await totalOf(ctx, chosen)
      return { label, value, link: `/personal/usertodo?${new URLSearchParams(chosen)}`, ...(tone && value ? { tone } : {}) }
    },
  })
const lessonsToday = deskFigure({
  code: 'campus.lessons',
  order: 40,
  async run(ctx: Ctx) {
    const of = await ownLessons(ctx.db, ctx.me)
    if (!of) return null
    const week = await lessonTimes(ctx.db, of, today(), addDays(today(), 6))
    if (!week.length) return null
    const value = week.filter(l => l.date === today()).length
    return { label: '今天的课', value, link: '/personal/mylesson' }
  },
})
export default [
  answered,
  students,
  todoFigure('desk.approvals', 20, '待我审批', { kind: 'approval' }),
  todoFigure('desk.dueToday', 30, '今天截止', { due: 'today' }),
  todoFigure('desk.overdue', 31, '已逾期', { due: 'overdue' }, 'late'),
  lessonsToday,
]
