import { date, integer, money, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import { makeRole } from '#modules/system/testing.ts'
import { testRegistry } from '#testing/database.ts'
import { type Actor, openSchool, type School } from '#testing/school.ts'
import type { ProfileColumn } from './model/columns.ts'
import { type DataRow, dataset } from './server/datasets.ts'

export const row = (n: number, more: Record<string, string | number | null> = {}): DataRow => ({
  id: `${n}`,
  name: `第 ${n} 人`,
  link: `/people?id=${n}`,
  college: n % 2 ? '信息工程学院' : '艺术设计学院',
  values: { no: `20260000${n}`, name: `学生${n}`, sex: '1', amount: 1234_50 + n, on: '2026-09-01', card: '6222020000000000018', ...more },
})
/** What the made-up dataset has now. */
export const shown: { rows: DataRow[] } = { rows: [] }
/** Registered as a module would. */
export const people = dataset({
  code: 'people',
  label: '人员',
  of: student,
  fields: {
    no: text('学号', { max: 20 }),
    name: text('姓名', { max: 60 }),
    sex: text('性别', { max: 1 }),
    amount: money('金额'),
    on: date('日期'),
    card: text('卡号', { max: 25, sensitivity: 'S2' }),
    phone: text('电话', { max: 20, sensitivity: 'S1' }),
  },
  filter: { year: integer('年份') },
  result: { outcome: text('结果', { max: 10 }) },
  rows: async () => shown.rows,
})
export const COLUMNS: ProfileColumn[] = [
  { title: '学号', source: 'field', field: 'no', required: true, isKey: true, check: 'digits' },
  { title: '姓名', source: 'field', field: 'name', length: 6 },
  { title: '性别', source: 'field', field: 'sex', codes: { 1: '男', 2: '女' } },
  { title: '金额', source: 'field', field: 'amount' },
  { title: '用途', source: 'template', text: '{name}的奖学金' },
  { title: '结果', source: 'result', field: 'outcome', codes: { ok: '成功' } },
]
/** A school with that dataset and who exports it; a `chief` may see what is protected, too. */
export interface ExchangeSchool extends School {
  clerk: Actor
  /** A profile of the dataset; returns its id. */
  profile(more?: object): Promise<string>
}
let made = 0
export async function exchangeSchool(): Promise<ExchangeSchool> {
  const registry = await testRegistry()
  const others = registry.registrations.get(people.kind) ?? []
  const s = await openSchool([], { registry: { ...registry, registrations: new Map([...registry.registrations, [people.kind, [...others, people]]]) } })
  const keys = ['list', 'add', 'update', 'make'].map(verb => `exchange:exportProfile:${verb}`)
  const may = [...keys, 'exchange:exportLog:list', 'exchange:exportLog:again', 'student:student:export']
  await makeRole(s, 'clerk', may)
  await makeRole(s, 'chief', [...may, 'student:student:reveal'])
  const clerk = await s.as({ roles: ['clerk'] })
  return {
    ...s,
    clerk,
    async profile(more = {}) {
      const draft = { code: `p${++made}`, name: `方案${made}`, target: 'bank', dataset: 'people', columns: COLUMNS, validFrom: '2026-01-01', ...more }
      const answer = await clerk.post<{ id: string }>('exchange/exportProfile/add', draft)
      if (answer.code !== 200) throw new Error(answer.msg)
      return answer.data.id
    },
  }
}
export const ruleOf = (answer: { errors: ReadonlyArray<{ rule: string }> }): string | undefined => answer.errors[0]?.rule
