import sql from 'sql-template-tag'
import { choice, decimal, integer, money, ref, text } from '#model'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { PAY_MODES } from '../../posts/model/post.ts'
import { LINE_KINDS, wageLine, wageSheet } from '../model/sheet.ts'

interface Paid {
  id: string
  name: string
  studentNo: string | null
  college: string | null
  unit: string
  post: string
  month: string
  workMonth: string
  hours: number
  payMode: keyof typeof PAY_MODES
  rate: number
  base: number
  bonus: number
  deduction: number
  tax: number
  net: number
  kind: keyof typeof LINE_KINDS
  sheetId: string
}
/** Wage lists for finance, and the summary of units for the report of the year. */
export default [
  dataset({
    code: 'wageList',
    label: '勤工助学工资',
    of: wageLine,
    delivered: { target: 'finance' },
    fields: {
      name: student.fields.name,
      studentNo: text('学号', { max: 20 }),
      college: text('学院', { max: 60 }),
      unit: text('用工单位', { max: 60 }),
      post: text('岗位', { max: 60 }),
      month: text('月份', { max: 7 }),
      workMonth: text('工作月份', { max: 7 }),
      hours: decimal('小时'),
      payMode: choice('计酬', PAY_MODES),
      rate: money('标准'),
      base: money('报酬'),
      bonus: money('奖励'),
      deduction: money('扣减'),
      tax: money('税'),
      net: money('应发'),
      kind: choice('种类', LINE_KINDS),
    },
    filter: { month: text('月份', { required: true, max: 7 }), unitId: ref('employUnit', '用工单位') },
    async rows({ db }, { month, unitId }) {
      const rows =
        await db.query<Paid>(sql`select l.id, s.name, s.student_no as "studentNo", d.name as college, u.name as unit, p.title as post, w.month, l.month as "workMonth", l.hours::float8 as hours,
          l.pay_mode as "payMode", l.rate::float8 as rate, l.base::float8 as base, l.bonus::float8 as bonus, l.deduction::float8 as deduction, l.tax::float8 as tax, l.net::float8 as net, l.kind, w.id as "sheetId"
        from ${db.visibleFor(wageLine, 'workStudy:wageLine:export').rows()} l join wage_sheet w on w.tenant_id = l.tenant_id and w.id = l.sheet_id
          join student s on s.tenant_id = l.tenant_id and s.id = l.student_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
          join employ_unit u on u.tenant_id = l.tenant_id and u.id = l.unit_id join engagement e on e.tenant_id = l.tenant_id and e.id = l.engagement_id
          join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
        where w.month = ${String(month)} ${unitId ? sql`and l.unit_id = ${String(unitId)}::uuid` : sql``} order by u.name, s.student_no, l.id`)
      return rows.map(({ id, kind, payMode, sheetId, ...row }) => ({
        ...{ id, name: row.name, college: row.college, link: `/workStudy/sheets?id=${sheetId}` },
        values: { ...row, kind: LINE_KINDS[kind], payMode: PAY_MODES[payMode] },
      }))
    },
  }),
  dataset({
    code: 'workStudySummary',
    label: '勤工助学汇总',
    of: wageSheet,
    delivered: { target: 'finance' },
    fields: { unit: text('用工单位', { max: 60 }), kind: text('性质', { max: 10 }), months: integer('月数'), people: integer('人数'), hours: decimal('小时'), net: money('应发') },
    filter: { year: integer('年度', { required: true, min: 2000, max: 2100 }) },
    async rows({ db }, { year }) {
      const rows = await db.query<{ id: string; unit: string; kind: 'internal' | 'external'; months: number; people: number; hours: number; net: number }>(sql`
        select u.id, u.name as unit, u.kind, count(distinct w.id)::int as months, count(distinct l.student_id)::int as people, coalesce(sum(l.hours), 0)::float8 as hours, coalesce(sum(l.net), 0)::float8 as net
        from ${db.visibleFor(wageSheet, 'workStudy:wageSheet:export').rows()} w join employ_unit u on u.tenant_id = w.tenant_id and u.id = w.unit_id
          join wage_line l on l.tenant_id = w.tenant_id and l.sheet_id = w.id
        where w.state in ('approved', 'paid') and w.month between ${`${String(year)}-01`} and ${`${String(year)}-12`} group by 1, 2, 3 order by 2`)
      return rows.map(({ id, kind, ...row }) => ({
        ...{ id, name: row.unit, link: `/workStudy/sheets?unitId=${id}` },
        values: { ...row, kind: kind === 'internal' ? '校内' : '校外' },
      }))
    },
  }),
]
