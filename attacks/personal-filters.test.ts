import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roleWithEverything, roleWithoutReveal } from '#testing/grants.ts'
import type { Actor, Answer, School } from '#testing/school.ts'
import { openDemoSchool } from './demo-school.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })
interface Listed {
  result: Array<Record<string, unknown> & { id: string }>
  page: { total: number }
}
/** Default limit of the demo school: lookups per hour. */
const LIMIT = 20
let school: School
let reader: Actor
let holder: Actor
let student: { id: string; phone: string; idNo: string; healthCode: string | null; birthDate: string; nativeCanton: string }
beforeAll(async () => {
  school = await openDemoSchool()
  await roleWithoutReveal(school, 'reader', 'all')
  await roleWithEverything(school, 'holder', 'all')
  reader = await school.as({ roles: ['reader'] })
  holder = await school.as({ roles: ['holder'] })
  const rows = (await holder.get<Listed>('base/student/list', { size: 1, sort: 'studentNo' })).data.result
  const id = rows[0]?.id as string
  const clear = await holder.post<typeof student>('base/student/reveal', { id, fields: ['phone', 'idNo', 'healthCode'], reason: '核对' })
  student = { ...(rows[0] as unknown as typeof student), ...clear.data }
})
afterAll(() => school?.close())

const list = (who: Actor, entity: string, query: Record<string, unknown>): Promise<Answer<Listed>> => who.get<Listed>(entity, { size: 200, ...query })
const ruleOf = (answer: Answer<unknown>): string | undefined => answer.errors[0]?.rule
const audited = async (who: Actor, action: string): Promise<number> =>
  (await school.db.query<{ n: number }>(sql`select count(*)::int as n from audit_log where user_id = ${who.userId} and action = ${action}`))[0]?.n ?? 0

/** All request shapes through which a caller may pass list filters. */
const WAYS: Readonly<Record<string, (who: Actor, filters: Record<string, string>) => Promise<Answer<unknown>>>> = {
  list: (who, filters) => who.get('base/student/list', filters),
  'filters. prefix': (who, filters) => who.get('base/student/list', Object.fromEntries(Object.entries(filters).map(([k, v]) => [`filters.${k}`, v]))),
  getSelect: (who, filters) => who.get('/api/base/student/getSelect', filters),
  export: (who, filters) => who.post('base/student/export', { params: filters, header: { name: '姓名' } }),
  'nested export': (who, filters) =>
    who.post('base/student/export', { params: { filters: Object.fromEntries(Object.entries(filters).map(([k, v]) => [k, v])) }, header: { name: '姓名' } }),
}
describe('a filter cannot find out a masked value', () => {
  it.each(Object.keys(WAYS))('%s: neither in portions, nor by presence, nor a sensitive one at all', async way => {
    const call = WAYS[way] as (typeof WAYS)[string]
    const refused = async (filters: Record<string, string>): Promise<void> => {
      const answer = await call(reader, filters)
      expect([filters, answer.code < 500 && answer.code >= 400]).toEqual([filters, true])
      expect(ruleOf(answer)).toMatch(/^list\.(oneValue|sensitiveFilter|exactOnly)$/)
    }
    await refused({ 'phone.in': `${student.phone},13800000000` })
    await refused({ 'phone.in': student.phone })
    await refused({ 'phone.isNull': '0' })
    await refused({ 'phone.ge': '1' })
    await refused({ 'idNo.in': student.idNo })
    await refused({ 'idNo.isNull': '1' })
    await refused({ healthCode: '20' })
    await refused({ 'healthCode.in': '10,20' })
    await refused({ 'healthCode.isNull': '0' })
    await refused({ emergencyName: '王' })
    await refused({ phone: student.phone, idNo: student.idNo })
    expect((await call(reader, { 'phone.nonsense': '1' })).code).toBe(400)
  })
  it('a value given twice is not one value', async () => {
    const answer = await reader.get(`/api/base/student/list?phone=${student.phone}&phone=13800000000`)
    expect([answer.code, ruleOf(answer)]).toEqual([400, 'list.oneValue'])
  })
  it('other entities: income, private reason, names and addresses', async () => {
    for (const [path, filters] of [
      ['base/familyMember/list', { 'incomeYearly.in': '1000,2000' }],
      ['base/familyMember/list', { incomeYearly: '1000' }],
      ['leave/leave/list', { 'privateReason.isNull': '0' }],
      ['dorm/tempLocation/list', { contactName: '王' }],
      ['dorm/tempLocation/list', { 'address.in': '杭州' }],
    ] as const) {
      const answer = await list(reader, path, filters)
      expect([path, answer.code, ruleOf(answer)]).toEqual([path, 403, 'list.sensitiveFilter'])
    }
  })
  it('the keyword, the order and the columns of a list find nothing of it', async () => {
    expect((await list(reader, 'base/student/list', { keyword: student.phone })).data.page.total).toBe(0)
    expect((await list(reader, 'base/student/list', { keyword: student.idNo })).data.page.total).toBe(0)
    expect((await list(reader, 'base/student/list', { sort: 'phone' })).code).toBe(400)
    const { data } = await list(reader, 'base/student/list', { columns: 'name,phone,idNo,healthCode', id: student.id })
    expect(JSON.stringify(data)).not.toContain(student.phone)
    expect(JSON.stringify(data)).not.toContain(student.idNo)
    expect(data.result[0]).not.toHaveProperty('healthCode')
  })
  it('one whole value finds its row, is audited with its student, and only so often an hour', async () => {
    const clerk = await school.as({ roles: ['reader'] })
    const found = await list(clerk, 'base/student/list', { phone: student.phone })
    expect(found.data.result.map(r => r.id)).toContain(student.id)
    expect(await audited(clerk, 'lookup')).toBe(1)
    const [line] = await school.db.query<{ detail: { fields: string[] }; text: string }>(
      sql`select detail, detail::text as text from audit_log where user_id = ${clerk.userId} and action = 'lookup'`,
    )
    expect(line?.detail.fields).toEqual(['phone'])
    expect(line?.text).not.toContain(student.phone)
    const subjects = await school.db.query(
      sql`select 1 from audit_subject s join audit_log a on a.tenant_id = s.tenant_id and a.id = s.audit_id where a.user_id = ${clerk.userId} and s.student_id = ${student.id}`,
    )
    expect(subjects.length).toBe(1)
    const answers = await Promise.all(Array.from({ length: LIMIT * 2 }, (_, n) => list(clerk, 'base/student/list', { phone: String(13_800_000_000 + n) })))
    expect(answers.filter(a => a.code === 200).length).toBe(LIMIT - 1)
    expect(new Set(answers.filter(a => a.code !== 200).map(a => a.code))).toEqual(new Set([429]))
    expect((await list(clerk, 'base/student/list', { idNo: student.idNo })).code).toBe(429)
    expect((await clerk.post('base/student/export', { params: { phone: student.phone }, header: { name: '姓名' } })).code).toBe(429)
    expect((await list(clerk, 'base/student/list', {})).code).toBe(200)
  })
  it('whoever may reveal filters by them, audited, and only among the rows that the permission reaches', async () => {
    const before = await audited(holder, 'lookup')
    expect((await list(holder, 'base/student/list', { 'healthCode.isNull': '0' })).code).toBe(200)
    expect((await list(holder, 'base/student/list', { 'phone.in': `${student.phone},13800000000` })).data.result.map(r => r.id)).toContain(student.id)
    expect(await audited(holder, 'lookup')).toBe(before + 2)
    await school.db.query(sql`with made as (insert into role (tenant_id, code, name, data_scope) values (${school.tenantId}, 'own_reveal', 'own_reveal', 'self') returning id)
      insert into role_menu (tenant_id, role_id, menu_id) select ${school.tenantId}, made.id, m.id from made cross join menu m where m.tenant_id = ${school.tenantId} and m.permission_key = 'student:student:reveal'`)
    await school.server.core.principals.changed(school.tenantId)
    const narrow = await school.as({ roles: ['reader', 'own_reveal'] })
    const found = await list(narrow, 'base/student/list', { 'phone.in': `${student.phone},13800000000` })
    expect([found.code, found.data.page.total]).toEqual([200, 0])
  })
  it('the attack of the review: nobody is found by bisecting phones, nor an identity number put together from what stands beside its mask', async () => {
    const rows: Listed['result'] = []
    for (let current = 1; ; current++) {
      const page = await list(reader, 'base/student/list', { current, columns: 'idNo,birthDate,nativeCanton,phone,name' })
      rows.push(...page.data.result)
      if (page.data.result.length < 200) break
    }
    expect(rows.length).toBeGreaterThan(100)
    let made = 0
    for (const row of rows) {
      const shown = String(row.idNo)
      const candidate = `${row.nativeCanton}${String(row.birthDate).replaceAll('-', '')}${shown.slice(-4)}`
      if (/^\d{17}[\dX]$/.test(candidate)) made += 1
      // the mask must not reveal anything about sequence number and check digit, the only digits the other columns leave open
      expect(shown.slice(1)).toMatch(/^\*+$/)
    }
    expect(made).toBe(0)
    const half = Array.from({ length: 50 }, (_, n) => `${student.phone.slice(0, 3)}${String(n).padStart(4, '0')}${student.phone.slice(-4)}`)
    expect((await list(reader, 'base/student/list', { id: student.id, 'phone.in': half.join(',') })).code).toBe(400)
  })
  it('the query tool: no condition on a personal or sensitive field without reveal, however it is nested', async () => {
    const ask = (who: Actor, where: unknown, more = {}) =>
      who.post<{ rows: unknown[][] }>('query/savedQuery/run', { subject: 'student', spec: { columns: ['name'], where }, reason: '核对', ...more })
    for (const part of [
      { path: 'phone', op: 'eq', value: student.phone },
      { path: 'phone', op: 'ne', value: student.phone },
      { path: 'phone', op: 'in', value: [student.phone, '13800000000'] },
      { path: 'phone', op: 'isNull' },
      { path: 'healthCode', op: 'eq', value: '20' },
      { related: 'familyMember.studentId', op: 'any', where: { all: [{ path: 'phone', op: 'notNull' }] } },
      { related: 'familyMember.studentId', op: 'any', where: { all: [{ path: 'incomeYearly', op: 'ge', value: 1000 }] } },
    ]) {
      for (const where of [{ all: [part] }, { any: [{ all: [part] }, { path: 'name', op: 'like', value: '王' }] }])
        expect([part, (await ask(reader, where)).code]).toEqual([part, 422])
    }
    const before = await audited(holder, 'reveal')
    expect((await ask(holder, { all: [{ path: 'phone', op: 'eq', value: student.phone }] }, { reason: '' })).code).toBe(422)
    expect((await ask(holder, { all: [{ path: 'phone', op: 'eq', value: student.phone }] })).data.rows.length).toBeGreaterThan(0)
    expect(await audited(holder, 'reveal')).toBe(before + 1)
    const narrow = await school.as({ roles: ['reader', 'own_reveal'] })
    expect((await ask(narrow, { all: [{ path: 'phone', op: 'eq', value: student.phone }] })).data.rows).toEqual([])
    expect((await ask(narrow, { all: [{ related: 'familyMember.studentId', op: 'any', where: { all: [{ path: 'phone', op: 'notNull' }] } }] })).code).toBe(422)
  })
})
describe('a sensitive value leaves with a reason', () => {
  it('reveal and export of a sensitive field ask for one', async () => {
    const bare = await holder.post('base/student/reveal', { id: student.id, fields: ['healthCode'] })
    expect([bare.code, bare.errors[0]?.field]).toEqual([422, 'reason'])
    expect((await holder.post('base/student/reveal', { id: student.id, fields: ['healthCode'], reason: '  ' })).code).toBe(422)
    expect((await holder.post('base/student/reveal', { id: student.id, fields: ['healthCode'], reason: '体检' })).code).toBe(200)
    expect((await holder.post('base/student/reveal', { id: student.id, fields: ['phone'] })).code).toBe(200)
    const params = { id: student.id }
    const exported = await holder.post('base/student/export', { params, header: { healthCode: '健康状况' } })
    expect([exported.code, exported.errors[0]?.field]).toEqual([422, 'reason'])
    expect((await holder.post('base/student/export', { params, header: { phone: '手机号' }, plain: true })).code).toBe(422)
    expect((await holder.post('base/student/export', { params, header: { healthCode: '健康状况' }, reason: '体检' })).code).toBe(200)
    expect((await holder.post('base/student/export', { params, header: { phone: '手机号' } })).code).toBe(200)
  })
})
