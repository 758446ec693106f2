import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { payoutLine } from '#modules/money/payout/model/payout.ts'
import { causedBy } from '#modules/standing/testing.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { sheet, upload } from '#testing/roster.ts'
import { monthsOf, planOf } from './model/months.ts'
import { makeGrants } from './server/grants.ts'
import { itemOf } from './server/items.ts'
import { payLines } from './server/jobs.ts'
import { grantList } from './server/list.ts'
import { ruleOf, type SubsidySchool, subsidySchool } from './testing.ts'

let s: SubsidySchool
beforeAll(async () => {
  s = await subsidySchool()
})
afterAll(() => s.close())
const XN = '2025-2026'
const linesOf = (grantId: string) => s.db.unscoped(payoutLine).all({ grantId }, { sort: ['createdAt'] })
const months = async (grantId: string) => (await linesOf(grantId)).map(l => l.month).sort()
/** A monthly grant of a year, reserved on its fund. */
async function monthly(amount = 3700_00, more: object = {}) {
  const [fund, who] = [await s.fund(9000_00), await s.student()]
  const itemId = await s.item(fund, { mode: 'list', frequency: 'monthly', months: 10, ...more })
  await s.db.query(sql`update subsidy_item set is_enabled = true where tenant_id = ${s.tenantId} and id = ${itemId}`)
  const payload = { itemId, xn: XN, people: [{ studentId: who.id, departmentId: null, classId: null, level: null, amount }] }
  await grantList(s.db, { ...payload, xn: XN })
  const [grant] = await s.grants(who.id)
  return { fund, who, itemId, grantId: grant?.id ?? '', payload }
}
const move = async (studentId: string, to: 'suspended' | 'retained' | 'active' | 'withdrawn', effectiveDate: string) => {
  await s.db.emit('student.statusChanged', { studentId, from: 'active', to, effectiveDate, until: null, changeId: null, reversed: false })
  await s.server.settle()
}
const grantOf = async (studentId: string) => (await s.grants(studentId))[0]

describe('40-Z4 a monthly grant', () => {
  it('has one portion for each month, and they sum to it', () => {
    const plan = planOf(3700_01, monthsOf(XN, 10))
    expect([plan.length, plan.reduce((sum, p) => sum + p.amount, 0), plan[0]?.month, plan.at(-1)?.month]).toEqual([10, 3700_01, '2025-09', '2026-07'])
    expect(plan.some(p => p.month === '2026-02')).toBe(false)
  })
  it('has one line a month, however often and by how many at once they are made', async () => {
    const { grantId } = await monthly()
    await s.db.query(sql`delete from payout_line where tenant_id = ${s.tenantId} and grant_id = ${grantId}`)
    await Promise.all([1, 2, 3].map(() => payLines(s.db, '2025-11')))
    expect(await months(grantId)).toEqual(['2025-09', '2025-10', '2025-11'])
    await payLines(s.db, '2025-11')
    expect((await linesOf(grantId)).length).toBe(3)
  })
  it('of a student who enlists on 12 March is paid for March, not for April', async () => {
    const { grantId, who } = await monthly()
    await s.db.query(sql`delete from payout_line where tenant_id = ${s.tenantId} and grant_id = ${grantId}`)
    await payLines(s.db, '2026-04')
    expect(await months(grantId)).toContain('2026-04')
    await move(who.id, 'retained', '2026-03-12')
    await move(who.id, 'retained', '2026-03-12')
    await payLines(s.db, '2026-07')
    expect((await months(grantId)).filter(m => (m ?? '') >= '2026-03')).toEqual(['2026-03'])
    expect(await grantOf(who.id)).toMatchObject({ state: 'suspended', suspendedFrom: '2026-04' })
  })
  it('goes on from the month of the return, without what was left out; that money is free again', async () => {
    const { grantId, who, fund } = await monthly()
    await s.db.query(sql`delete from payout_line where tenant_id = ${s.tenantId} and grant_id = ${grantId}`)
    await move(who.id, 'suspended', '2025-10-20')
    await move(who.id, 'active', '2026-03-01')
    await payLines(s.db, '2026-07')
    expect(await months(grantId)).toEqual(['2025-09', '2025-10', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'])
    expect([(await grantOf(who.id))?.released, (await s.fundOf(fund)).reserved]).toEqual([1110_00, 2590_00])
  })
  it('is made up for where the school says so', async () => {
    const { grantId, who } = await monthly()
    await s.db.query(sql`delete from payout_line where tenant_id = ${s.tenantId} and grant_id = ${grantId}`)
    await setParams(s, 'subsidy', { paysBack: true })
    await move(who.id, 'suspended', '2025-10-20')
    await move(who.id, 'active', '2025-12-02')
    await payLines(s.db, '2025-12')
    expect(await months(grantId)).toEqual(['2025-09', '2025-10', '2025-11', '2025-12'])
    await setParams(s, 'subsidy', { paysBack: false })
  })
  it('of a student who leaves for good ends with the month, and the rest is free', async () => {
    const { who, fund, grantId } = await monthly()
    await s.db.query(sql`delete from payout_line where tenant_id = ${s.tenantId} and grant_id = ${grantId}`)
    await move(who.id, 'withdrawn', '2025-12-05')
    await payLines(s.db, '2026-07')
    expect([await months(grantId), (await s.fundOf(fund)).reserved]).toEqual([['2025-09', '2025-10', '2025-11', '2025-12'], 1480_00])
  })
  it('30-SC2 stands on the sheet of a change that pauses or ends it, with what is not paid', async () => {
    const { who } = await monthly()
    const [item, others] = [(await causedBy(s, 'suspension', who.self)).find(([label]) => label === '资助暂停'), await causedBy(s, 'withdrawal', who.self)]
    expect(item?.[1]).toMatch(/未发 ¥3,700.00$/)
    expect(others.map(([label]) => label)).toContain('资助停发')
  })
  it('40-B2 stays on its list when its student left in the month', async () => {
    const { who, grantId } = await monthly()
    const [line] = await linesOf(grantId)
    await s.db.tx(tx => moveStatus(tx, { studentId: who.id, to: 'suspended', effectiveDate: '2026-11-12' }))
    const { wasAtSchool } = await import('#modules/money/payout/server/not-at-school.ts')
    const at = async (month: string) => {
      const list = { source: 'subsidy', bizDate: '2026-12-20', month } as const
      const [row] = await s.db.query<{ is: boolean }>(sql`select ${wasAtSchool(list)} as "is" from payout_line l where l.tenant_id = ${s.tenantId} and l.id = ${line?.id}`)
      return row?.is
    }
    expect([await at('2026-11'), await at('2026-12')]).toEqual([true, false])
  })
  it('is paused and resumed by hand, by day', async () => {
    const { who, grantId } = await monthly()
    const post = (verb: string, on: string) => s.officer.post(`subsidy/subsidyGrant/${verb}`, { id: grantId, on, reason: '核查' })
    expect((await post('suspend', '2025-11-03')).code).toBe(200)
    expect((await grantOf(who.id))?.suspendedFrom).toBe('2025-12')
    expect((await post('resume', '2025-12-01')).code).toBe(200)
    expect(await grantOf(who.id)).toMatchObject({ state: 'active', released: 0 })
  })
})
describe('40-Z8 makeGrants', () => {
  it('race: whoever makes the grants of a list at once, each stands once and is reserved once', async () => {
    const { payload, fund, who } = await monthly()
    await Promise.all([1, 2, 3].map(() => grantList(s.db, payload)))
    expect([(await s.grants(who.id)).length, (await s.fundOf(fund)).reserved]).toEqual([1, 3700_00])
  })
  it('makes no more a year than the item allows', async () => {
    const { itemId, who, fund } = await monthly(1000_00)
    const item = await itemOf(s.db, itemId)
    const made = await makeGrants(s.db, { item, xn: XN, fundId: fund, cause: randomUUID() }, [{ studentId: who.id, departmentId: null, classId: null, level: null, amount: 1 }])
    expect(made).toEqual([])
  })
})
describe('40-Z7 a list', () => {
  const preview = (input: object) =>
    s.officer.post<{ people: Array<{ studentId: string; amount: number; removed: string | null }>; heads: number; faults: unknown[]; sum: number }>(
      'subsidy/subsidyGrant/previewList',
      input,
    )
  it('by a rule is previewed without writing, people are taken off with a reason, and granted once', async () => {
    const [fund, one, other] = [await s.fund(50_000_00), await s.student(), await s.student()]
    for (const who of [one, other]) await s.level(who.id, 'special')
    const conditions = [{ name: '特别困难', when: { fact: 'hardship.level', op: 'eq', value: 'special' } }]
    const itemId = await s.item(fund, { mode: 'list', conditions, tiers: [{ level: 'special', amount: 500_00 }] })
    const before = await preview({ itemId, xn: s.xn })
    expect(before.data.people.map(p => p.studentId)).toEqual(expect.arrayContaining([one.id, other.id]))
    expect(await s.grants(one.id)).toEqual([])
    expect((await s.officer.post('subsidy/subsidyGrant/removePerson', { itemId, xn: s.xn, studentId: other.id, reason: '' })).code).not.toBe(200)
    await s.officer.post('subsidy/subsidyGrant/removePerson', { itemId, xn: s.xn, studentId: other.id, reason: '已由学院资助' })
    expect((await preview({ itemId, xn: s.xn })).data).toMatchObject({ heads: before.data.heads - 1 })
    for (const _ of [1, 2]) await s.officer.post('subsidy/subsidyGrant/makeGrants', { itemId, xn: s.xn })
    await s.server.settle()
    expect([(await s.grants(one.id)).map(g => g.amount), await s.grants(other.id)]).toEqual([[500_00], []])
  })
  it('from a file names who is not found or stands twice, and grants nobody then', async () => {
    const [fund, who] = [await s.fund(5000_00), await s.student()]
    const itemId = await s.item(fund, { mode: 'list' })
    const [row] = await s.db.query<{ no: string }>(sql`select student_no as no from student where tenant_id = ${s.tenantId} and id = ${who.id}`)
    const send = async (rows: string[][]) =>
      (await upload<{ fileId: string }>(s.officer, 'oss/oss/endpoint/put-file', await sheet(['学号', '金额'], rows), '名单.xlsx')).data.fileId
    const wrong = [
      await send([
        [row?.no ?? '', '300'],
        [row?.no ?? '', '300'],
        ['没有', '1'],
        [row?.no ?? '', '0'],
      ]),
    ]
    expect((await preview({ itemId, xn: s.xn, file: wrong })).data.faults).toHaveLength(3)
    expect(ruleOf(await s.officer.post('subsidy/subsidyGrant/makeGrants', { itemId, xn: s.xn, file: wrong }))).toBe('faults')
    const good = [await send([[row?.no ?? '', '300.5']])]
    expect((await preview({ itemId, xn: s.xn, file: good })).data).toMatchObject({ heads: 1, sum: 300_50 })
    expect((await s.officer.post('subsidy/subsidyGrant/makeGrants', { itemId, xn: s.xn, file: [await send([[row?.no ?? '', '9000']])] })).msg).toContain('剩余 5,000.00')
    await s.officer.post('subsidy/subsidyGrant/makeGrants', { itemId, xn: s.xn, file: good })
    await s.server.settle()
    expect([(await grantOf(who.id))?.amount, (await s.fundOf(fund)).reserved]).toEqual([300_50, 300_50])
  })
})
describe('资助全景 and forecast', () => {
  it('one row for each student with a level or aid, within the reader’s scope; recognised without aid are found', async () => {
    const [fund, with_, without] = [await s.fund(5000_00), await s.student(), await s.student()]
    for (const who of [with_, without]) await s.level(who.id, 'hard')
    await s.approveAll((await s.ask(with_.self, await s.urgent(fund))).data.id)
    const read = async (by: typeof s.officer, input: Record<string, unknown>) =>
      (await by.get<{ rows: Array<{ id: string; sum: number; level: string }> }>('subsidy/subsidyGrant/overview', input)).data.rows
    const all = await read(s.officer, {})
    expect(all.find(r => r.id === with_.id)).toMatchObject({ sum: 800_00, level: 'hard' })
    expect((await read(s.officer, { without: true })).map(r => r.id)).toEqual(expect.arrayContaining([without.id]))
    expect((await read(s.officer, { without: true })).map(r => r.id)).not.toContain(with_.id)
    const stranger = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await read(stranger, {})).map(r => r.id)).not.toContain(with_.id)
  })
  it('says what active plans will take of a fund month by month', async () => {
    const { fund } = await monthly(1000_00)
    const rows = (await s.officer.get<Array<{ id: string; planned: number; months: unknown[]; left: number }>>('subsidy/subsidyGrant/forecast', {})).data
    expect(rows.find(r => r.id === fund)).toMatchObject({ planned: 1000_00, left: 8000_00 })
  })
})
