import { read, utils } from '@e965/xlsx'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { figures } from '#modules/desk/model/layout.ts'
import type { aidOffers } from '#modules/money/payout/model/actions.ts'
import type { profilePart } from '#modules/student/model/profile.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { subsidyItem } from './model/item.ts'
import type { subsidyStatistics } from './model/statistics.ts'
import { type SubsidySchool, subsidySchool } from './testing.ts'

let s: SubsidySchool
let first: Awaited<ReturnType<SubsidySchool['student']>>
let second: Awaited<ReturnType<SubsidySchool['student']>>
let applicationId: string
/** Help for two students, one of them also on another list; the money of the first has come. */
beforeAll(async () => {
  s = await subsidySchool()
  ;[first, second] = [await s.student('周助'), await s.student('吴援')]
  const fund = await s.fund(9000_00)
  for (const who of [first, second, await s.student('无助')]) await s.level(who.id, 'hard')
  const urgent = await s.urgent(fund)
  for (const who of [first, second]) {
    const { id } = (await s.ask(who.self, urgent, { happenedOn: addDays(today(), -5) })).data
    await s.approveAll(id)
    if (who === first) applicationId = id
  }
  const [grant] = await s.grants(first.id)
  await s.db.query(sql`update payout_line set state = 'paid', paid_on = ${today()} where tenant_id = ${s.tenantId} and grant_id = ${grant?.id}`)
  await s.db.emit('money.payoutPaid', { payoutLineId: '', source: 'subsidy', grantId: grant?.id })
  await s.server.settle()
  await s.approveAll((await s.ask(second.self, await s.item(fund), { amountAsked: 200_00 })).data.id)
})
afterAll(() => s.close())

describe('资助统计', () => {
  const read = async (by: typeof s.officer) =>
    (await by.get<OutputOf<typeof subsidyStatistics>>('subsidy/subsidyGrant/statistics', { from: addDays(today(), -1), to: addDays(today(), 1) })).data
  it('says what was granted by level and per head, how soon help came, who is recognised without aid and who has two kinds', async () => {
    const data = await read(s.officer)
    expect(data).toMatchObject({ grants: 3, students: 2, amount: 1800_00, paid: 800_00, average: 900_00, xn: s.xn, recognised: 3, withoutAid: 1, overlap: 1, daysToPay: 5 })
    expect(data.byLevel).toMatchObject([{ key: 'hard', label: '困难', students: 2, amount: 1800_00, average: 900_00 }])
  })
  it('counts within the reader’s scope', async () => {
    const stranger = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(await read(stranger)).toMatchObject({ grants: 0, students: 0, recognised: 0, overlap: 0, daysToPay: null })
  })
})
describe('40 §4 files for aid systems', () => {
  const make = async (by: typeof s.officer, code: string) => {
    const [profile] = await s.db.query<{ id: string }>(sql`select id from export_profile where tenant_id = ${s.tenantId} and code = ${code}`)
    return by.post('exchange/exportProfile/make', { profileId: profile?.id, filter: { xn: s.xn } })
  }
  /** The lines of a file about one student, with these columns. */
  const linesOf = async (code: string, name: string, columns: readonly string[]) => {
    const book = read((await make(s.officer, code)).raw, { type: 'buffer' })
    const lines = utils.sheet_to_json<Record<string, string>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { raw: false })
    return lines.filter(l => l.姓名 === name).map(l => columns.map(c => l[c]))
  }
  it('name each grant of a year with its student, and all aid from whomever', async () => {
    expect((await linesOf('subsidyGrant', '吴援', ['困难等级', '金额', '学院'])).sort()).toEqual([
      ['困难', '200.00', '信息工程学院'],
      ['困难', '800.00', '信息工程学院'],
    ])
    expect(await linesOf('yearAid', '周助', ['种类', '金额'])).toEqual([['资助补助', '800.00']])
  })
  it('40-X4 are made by the office, and by nobody who may not see identity numbers', async () => {
    for (const code of ['subsidyGrant', 'yearAid']) expect((await make(s.finance, code)).code).toBe(403)
  })
})
it('a student sees all that there is to apply for, how much it is, what is missing for it, and what was applied for', async () => {
  const [fund, who] = [await s.fund(9000_00), await s.student('想知道')]
  const tiers = [{ level: 'hard', amount: 300_00 }]
  const [standing, byList, urgent] = [await s.item(fund, { tiers }), await s.item(fund, { mode: 'list', tiers }), await s.urgent(fund)]
  const names = new Map((await s.db.unscoped(subsidyItem).all({ id: [standing, byList, urgent] })).map(i => [i.id, i.name]))
  const read = async (id: string) => {
    const rows = (await who.self.get<Array<OutputOf<typeof aidOffers>>>('money/payoutLine/offers', {})).data
    const { amount, lacks, isApplied, isAutomatic } = rows.find(r => r.name === names.get(id)) ?? {}
    return [amount, lacks?.length, isApplied, isAutomatic]
  }
  expect([await read(standing), await read(byList), await read(urgent)]).toEqual([
    [null, 1, false, false],
    [null, 1, false, true],
    [3000_00, 0, false, false],
  ])
  await s.level(who.id, 'hard')
  await s.ask(who.self, urgent)
  expect([await read(standing), await read(byList), (await read(urgent))[2]]).toEqual([[300_00, 0, false, false], [300_00, 0, false, true], true])
})
it('the application is printed with its opinions; the reason only in full', async () => {
  const words = wordsOfPdf((await s.officer.post('sheet/print/issue', { code: 'subsidyForm', ids: [applicationId] })).raw)
  expect([words.includes('学生资助申请审批表'), words.includes('周助'), words.includes('林知夏'), words.includes('住院手术')]).toEqual([true, true, true, false])
})
it('the profile shows what a student is granted; a counsellor’s desk what waits and what is late', async () => {
  const part = (await s.fdy.get<OutputOf<typeof profilePart>>('base/student/profilePart', { id: first.id, part: 'subsidy' })).data
  expect(JSON.stringify(part)).toContain('800.00')
  const fund = await s.fund(900_00)
  const { id } = (await s.ask((await s.student('急需')).self, await s.urgent(fund))).data
  await s.db.query(sql`update subsidy_application set due_at = now() - interval '1 hour' where tenant_id = ${s.tenantId} and id = ${id}`)
  const rows = (await s.fdy.get<Array<OutputOf<typeof figures>>>('base/desktopLayout/figures')).data
  expect(rows.find(f => f.link === '/subsidy/applications?view=pending')).toMatchObject({ value: 2, tone: 'late' })
})
