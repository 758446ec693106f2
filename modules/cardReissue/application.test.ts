import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { campus } from '#modules/campus/model/places.ts'
import { setParams } from '#modules/message/testing.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { infoChange } from '#modules/standing/information/model/info-change.ts'
import { approveAs, type Pupil, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import type { Actor } from '#testing/school.ts'
import type { reissueApplication } from './model/application.ts'
import { cardReissue } from './model/card-reissue.ts'
import { askForRules, discountYear } from './server/rail-rules.ts'
import { type CardSchool, cardSchool, daysAgo } from './testing.ts'

let s: CardSchool
const counted = async (query: Sql) => (await s.db.query<{ n: number }>(query))[0]?.n ?? 0
beforeAll(async () => {
  s = await cardSchool()
})
afterAll(() => s.close())

expectApplication({ of: cardReissue, path: 'cardReissue/cardReissue', taken: ['open', 'openNow'] }, () => ({
  db: s.db,
  applicants: async () => [(await s.holder()).actor, (await s.holder()).actor],
  form: () => s.form(),
  approvers: [s.fdy, s.officer],
}))
const faultsOf = async (who: Pupil, more: Parameters<CardSchool['form']>[0]): Promise<string[]> => rulesOf(await s.apply(who, more))
const preview = async (who: Actor, more: object = {}): Promise<OutputOf<typeof reissueApplication.preview>> =>
  (await who.get<OutputOf<typeof reissueApplication.preview>>('cardReissue/cardReissue/preview', { kindId: s.kinds.student, reason: 'damaged', hasProof: false, ...more })).data

describe('what an application says', () => {
  it('refuses a lost date that has not come, or lies before the card was given, and what is not declared', async () => {
    const who = await s.holder()
    const { enrolDate } = await s.record(who.id)
    expect(await faultsOf(who, { lostOn: null })).toEqual(['lostOnMissing'])
    expect(await faultsOf(who, { lostOn: daysAgo(-1) })).toEqual(['future'])
    const early = await s.apply(who, { lostOn: '2001-01-01' })
    expect(early.msg).toContain(`早于这张卡的发放日期 ${enrolDate}`)
    expect(await faultsOf(who, { declaration: false })).toEqual(['declaration'])
    expect(await s.db.unscoped(cardReissue).count({ studentId: who.id })).toBe(0)
  })
  it('wants photo and record to be confirmed first', async () => {
    const who = await s.pupil({ homeCanton: '420100' })
    expect(await faultsOf(who, {})).toEqual(['noPhoto'])
    expect(await faultsOf(who, { kindId: s.kinds.campus })).toEqual([])
    const other = await s.holder()
    await s.db.updateWhere(studentPhoto, { studentId: other.id }, { state: 'pending', isCurrent: false })
    expect(await faultsOf(other, {})).toEqual(['photoPending'])
    await s.db.updateWhere(studentPhoto, { studentId: other.id }, { state: 'accepted', isCurrent: true })
    await s.db.insert(infoChange, { studentId: other.id, fields: ['name'], items: '[]', state: 'pending' } as never)
    const answer = await s.apply(other)
    expect([rulesOf(answer), answer.msg]).toEqual([['infoPending'], expect.stringContaining('姓名')])
  })
  it('is free for a reason that costs nothing, and costs what the charge standard says', async () => {
    const who = await s.holder()
    expect(await preview(who.actor)).toMatchObject({ fee: 20_00, times: 1, mostTimes: 2, problems: [] })
    expect(await preview(who.actor, { reason: 'infoChanged' })).toMatchObject({ fee: 0 })
  })
})
describe('50-CR4 cards for the train', () => {
  const train = (more: object = {}) => ({ kindId: s.kinds.train, reason: 'damaged', homeStation: 'WHN', schoolStation: 'SHH', ...more }) as const
  it('50-CR4 are for homes in another city than the school', async () => {
    await s.db.updateWhere(campus, {}, { cantonCode: '310101' })
    const { data } = await s.apply(await s.holder(), train())
    expect((await s.fdy.get('cardReissue/cardReissue/card', { id: data.id })).data).toMatchObject({ homeCantonName: expect.stringContaining('武汉'), homeStation: 'WHN' })
    const near = await s.apply(await s.holder({ homeCanton: '310100' }), train() as never)
    expect([rulesOf(near), near.msg]).toEqual([['sameCity'], expect.stringContaining('上海')])
    expect(await faultsOf(await s.holder({ homeCanton: null }), train() as never)).toEqual(['homeUnknown'])
    expect(await faultsOf(await s.holder(), train({ schoolStation: null }) as never)).toEqual(['stations'])
    expect(await faultsOf(await s.holder(), train({ schoolStation: 'WHN' }) as never)).toEqual(['sameStation'])
  })
  it('50-CR4 take another interval than before only with a proof', async () => {
    const who = await s.holder()
    const { id } = await s.approved(who, train() as never)
    await s.db.update(cardReissue, id, { cardState: 'collected', collectedAt: new Date().toISOString(), collectedById: s.officer.userId })
    const other = await s.apply(who, train({ homeStation: 'CSQ' }) as never)
    expect([rulesOf(other), other.msg]).toEqual([['interval'], expect.stringContaining('武汉—上海')])
    expect(await faultsOf(who, train({ homeStation: 'CSQ', homeProof: await proofOf(who.actor) }) as never)).toEqual([])
  })
  it('50-CR4 the form says how many trips a discount year has, and the office is asked each year whether this still holds', async () => {
    const { actor } = await s.holder()
    const { train: rules } = (await actor.get<OutputOf<typeof reissueApplication.begin>>('cardReissue/cardReissue/form')).data
    expect(rules).toMatchObject({ trips: 4, needsCard: true })
    expect(discountYear('10-01', '2026-09-30')).toEqual({ from: '2025-10-01', to: '2026-09-30' })
    expect(discountYear('10-01', '2026-10-01')).toEqual({ from: '2026-10-01', to: '2027-09-30' })
    const open = () => counted(sql`select count(*)::int as n from todo where tenant_id = ${s.tenantId} and biz_type = 'railRules' and state = 'open'`)
    const keeper = await s.as({ roles: ['admin'] })
    await askForRules(s.db, '2026-10-01')
    expect(await open()).toBeGreaterThan(0)
    const [todo] = await s.db.query<{ link: string }>(sql`select link from todo where tenant_id = ${s.tenantId} and biz_type = 'railRules' and user_id = ${keeper.userId}`)
    expect(todo?.link).toBe('/system/parameters?node=cardReissue')
    expect((await keeper.get<Array<{ paramsId: string }>>('base/baseParams/groups')).data.map(g => g.paramsId)).toContain('cardReissue')
    await setParams(s, 'cardReissue', { tripsYear: 2026 })
    await askForRules(s.db, '2026-10-02')
    expect(await open()).toBe(0)
    await askForRules(s.db, '2027-10-01')
    expect(await open()).toBeGreaterThan(0)
  })
})
it('50-CR5 over the number of a year the college decides, too; what came to nothing is not counted', async () => {
  const who = await s.holder()
  const give = async (id: string) => s.db.update(cardReissue, id, { cardState: 'collected', collectedAt: new Date().toISOString(), collectedById: s.officer.userId })
  for (let n = 0; n < 2; n++) await give((await s.approved(who, { reason: 'damaged' })).id)
  const third = (await s.apply(who, { reason: 'damaged' })).data
  expect(await preview(who.actor, { id: third.id })).toMatchObject({ times: 3, mostTimes: 2 })
  expect((await approveAs(s.fdy, third.instanceId)).code).toBe(200)
  await expect(approveAs(s.officer, third.instanceId)).rejects.toThrow('no task')
  for (const by of [s.college, s.officer]) expect((await approveAs(by, third.instanceId)).code).toBe(200)
  expect((await s.card(third.id)).state).toBe('approved')
  await s.db.update(cardReissue, third.id, { cardState: 'closed' })
  expect((await preview(who.actor)).times).toBe(3)
})
it('50-CR a double tap makes one application', async () => {
  const who = await s.holder()
  const answers = await Promise.all([s.apply(who), s.apply(who)])
  expect(answers.map(a => a.code).sort()).toEqual([200, 422])
  expect(rulesOf(answers.find(a => a.code !== 200) ?? answers[0])).toEqual([expect.stringMatching(/^open/)])
  expect(await s.db.unscoped(cardReissue).count({ studentId: who.id })).toBe(1)
})
