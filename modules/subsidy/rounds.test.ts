import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepByStep, usualSteps } from '#flow/index.ts'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { policyFigure } from '#modules/system/model/policy-figure.ts'
import { processDef } from '#modules/workflow/flows/model/process.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { expectRound } from '#modules/workflow/rounds/testing.ts'
import { serial } from '#testing/serial.ts'
import { subsidyApplication } from './model/application.ts'
import { subsidyBatch } from './model/batch.ts'
import { ruleOf, type SubsidySchool, subsidySchool } from './testing.ts'

let s: SubsidySchool
beforeAll(async () => {
  s = await subsidySchool()
})
afterAll(() => s.close())
const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
const TIERS = [
  { level: 'special', amount: 4800_00 },
  { level: 'hard', amount: 3700_00 },
  { level: 'general', amount: 2600_00 },
]
const act = async <T>(verb: string, body: object): Promise<T> => {
  const answer = await s.officer.post<T>(`subsidy/subsidyBatch/${verb}`, body)
  if (answer.code !== 200) throw new Error(`${verb}: ${answer.msg}`)
  return answer.data
}
/** A published round of the national grant, and students with these levels who have applied and were approved. */
async function round(levels: ReadonlyArray<string | null>, more: object = {}, budget = 100_000_00) {
  const fund = await s.fund(budget)
  const itemId = await s.item(fund, { mode: 'apply', frequency: 'monthly', figure: 'nationalGrant', tiers: TIERS, ...more })
  const draft = {
    name: `助学金${serial('round')}`,
    itemId,
    xn: s.xn,
    factsAsOf: schoolDate(Date.now()),
    beginTime: inHours(-1),
    endTime: inHours(100),
    audience: { roles: ['student'] },
    atEnd: 'stay',
  }
  const { id } = await act<{ id: string }>('add', { ownerDepartmentId: s.ids.info, ...draft })
  const people = []
  for (const level of levels) {
    const who = await s.student()
    if (level) await s.level(who.id, level)
    people.push(who)
  }
  await act('publish', { id })
  const asked = []
  for (const who of people) asked.push(await s.ask(who.self, itemId, { batchId: id, cause: null, happenedOn: null, amountAsked: null }))
  return { fund, itemId, id, people, asked }
}
const close = (id: string) => act('close', { id, reason: '申请结束' })
async function endNotice(id: string): Promise<void> {
  await s.db.query(sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${id} and state = 'running'`)
  await followNotices(s.db)
  await s.server.settle()
}
const rowOf = (studentId: string, batchId: string) => s.db.unscoped(subsidyApplication).find({ studentId, batchId })

describe('a subsidy batch as a round', () => {
  let itemId = ''
  beforeAll(async () => {
    itemId = await s.item(await s.fund(100_000_00), { mode: 'apply' })
  })
  expectRound({ of: subsidyBatch, path: 'subsidy/subsidyBatch' }, () => ({
    school: s,
    publisher: s.officer,
    draft: window => ({
      ...{ ...window, itemId, xn: s.xn, factsAsOf: schoolDate(Date.now()), audience: { roles: ['student'] }, atEnd: 'stay' },
      ownerDepartmentId: s.ids.info,
    }),
    take: async id => s.ask((await s.student()).self, itemId, { batchId: id }),
    stateOf: async id => (await s.row(id)).state,
  }))
})
it('10-W3 what is applied for in a round takes the flow bound to that round, and its preview says so', async () => {
  const { id, itemId } = await round([])
  const call = async <T>(path: string, body: object): Promise<T> => {
    const answer = await s.officer.post<T>(`workflow/${path}`, body)
    expect([path, answer.msg]).toEqual([path, '成功'])
    return answer.data
  }
  const def = await call<{ id: string }>('processDef/add', { code: 'short', name: '资助中心直批', processType: 'subsidy' })
  const current = async () => ({ id: def.id, version: (await s.db.unscoped(processDef).one(def.id)).version })
  await call('processDef/saveDraft', { ...(await current()), graph: stepByStep(usualSteps().officer()) })
  await call('processDef/publish', await current())
  await call('processBinding/add', { processType: 'subsidy', batchId: id, defId: def.id })
  const who = await s.student()
  await s.level(who.id, 'hard')
  const preview = await who.self.get<{ steps: Array<{ name: string }> }>('subsidy/subsidyApplication/preview', { itemId, batchId: id })
  expect(preview.data.steps.map(step => step.name)).toEqual(['学工处'])
  const made = await s.ask(who.self, itemId, { batchId: id, cause: null, happenedOn: null, amountAsked: null })
  await s.approve(made.data.id, s.officer)
  expect((await s.row(made.data.id)).state).toBe('approved')
})
describe('40-Z1 a round of the national grant', () => {
  it('gives each the tier of the level on its day, is previewed, put on notice and granted; each month is paid once', async () => {
    const r = await round(['special', 'general', null])
    expect(r.asked.map(a => a.code)).toEqual([200, 200, 422])
    expect(ruleOf(r.asked[2] as never)).toBe('noLevel')
    for (const a of r.asked.slice(0, 2)) await s.approveAll(a.data.id)
    expect((await s.fundOf(r.fund)).reserved).toBe(7400_00)
    expect(ruleOf(await s.officer.post('subsidy/subsidyBatch/publicise', { id: r.id }))).toBe('open')
    await close(r.id)
    const preview = (await s.officer.get<object>('subsidy/subsidyBatch/previewGrants', { id: r.id })).data
    expect(preview).toMatchObject({ heads: 2, sum: 7400_00, average: 3700_00, most: 3700_00, left: 92_600_00, waiting: 0 })
    expect(await act('publicise', { id: r.id })).toEqual({ count: 2 })
    expect(ruleOf(await s.officer.post('subsidy/subsidyBatch/makeGrants', { id: r.id }))).toBe('state')
    await endNotice(r.id)
    for (const _ of [1, 2]) {
      await act('makeGrants', { id: r.id })
      await s.server.settle()
    }
    const grants = await Promise.all(r.people.slice(0, 2).map(p => s.grants(p.id)))
    expect(grants.map(g => g.map(one => [one.amount, one.plan?.length]))).toEqual([[[4800_00, 10]], [[2600_00, 10]]])
    expect([(await s.fundOf(r.fund)).reserved, (await s.row(r.asked[0]?.data.id ?? '')).state]).toEqual([7400_00, 'granted'])
  })
  it('whose average exceeds the figure is not put on notice; a tier by hand with a reason mends it', async () => {
    const r = await round(['special', 'special'])
    for (const a of r.asked) await s.approveAll(a.data.id)
    await close(r.id)
    const refused = await s.officer.post('subsidy/subsidyBatch/publicise', { id: r.id })
    expect([ruleOf(refused), refused.msg.includes('4,800.00')]).toEqual(['average', true])
    expect((await s.officer.post('subsidy/subsidyApplication/setAmount', { id: r.asked[0]?.data.id, tier: 'general', reason: '家庭情况已好转' })).code).toBe(200)
    expect((await s.fundOf(r.fund)).reserved).toBe(7400_00)
    expect(await act('publicise', { id: r.id })).toEqual({ count: 2 })
  })
  it('keeps tiers within the figure', async () => {
    const fund = await s.fund(1)
    const draft = {
      code: `T${serial('tier')}`,
      name: '助学金',
      mode: 'apply',
      effect: 'payout',
      fundId: fund,
      frequency: 'monthly',
      figure: 'nationalGrant',
      tiers: [{ level: 'special', amount: 5000_01 }],
    }
    expect(ruleOf(await s.officer.post('subsidy/subsidyItem/add', draft))).toBe('tierBounds')
  })
  it('waits for all decisions; an upheld objection frees the money, and the rest is granted', async () => {
    const r = await round(['hard', 'hard'])
    await s.approveAll(r.asked[0]?.data.id ?? '')
    await close(r.id)
    expect(ruleOf(await s.officer.post('subsidy/subsidyBatch/publicise', { id: r.id }))).toBe('waiting')
    await s.approveAll(r.asked[1]?.data.id ?? '')
    await act('publicise', { id: r.id })
    const [first, second] = r.asked.map(a => a.data.id) as [string, string]
    await s.db.emit('publicNotice.objectionDecided', { bizType: 'subsidyApplication', bizId: first, upheld: true })
    await s.server.settle()
    expect([(await s.row(first)).state, (await s.fundOf(r.fund)).reserved]).toEqual(['rejected', 3700_00])
    await s.db.query(sql`update public_notice_line set state = 'removed' where tenant_id = ${s.tenantId} and biz_id = ${first}`)
    await endNotice(r.id)
    await act('makeGrants', { id: r.id })
    await s.server.settle()
    expect([(await s.row(second)).state, (await s.grants(r.people[0]?.id ?? '')).length]).toEqual(['granted', 0])
  })
  it('follows a level that changes while an application waits', async () => {
    const r = await round(['general'])
    const id = r.asked[0]?.data.id ?? ''
    expect((await s.row(id)).amountApproved).toBe(2600_00)
    await s.level(r.people[0]?.id ?? '', 'special')
    expect(await s.row(id)).toMatchObject({ tier: 'special', amountApproved: 4800_00 })
  })
})
describe('40-Z2 retired soldiers', () => {
  it('join the round without recognition, where the school knows them', async () => {
    const r = await round(['hard'])
    const soldier = await s.student()
    await s.db.query(sql`update student set enrol_mode = '08' where tenant_id = ${s.tenantId} and id = ${soldier.id}`)
    await s.approveAll(r.asked[0]?.data.id ?? '')
    await close(r.id)
    await act('publicise', { id: r.id })
    const row = await rowOf(soldier.id, r.id)
    expect(row?.amountApproved).toBe(3700_00)
    expect((await s.fundOf(r.fund)).reserved).toBe(7400_00)
  })
})
it('40-P2 a change of the figure asks about rounds that have not granted yet, and changes none of them', async () => {
  const r = await round(['hard'])
  const affected = await s.officer.get<{ batches: Array<{ id: string }> }>('base/policyFigure/affected', {
    code: 'nationalGrant',
    scope: 'undergraduate',
    effectiveFrom: '2027-09-01',
  })
  expect(affected.data.batches.map(b => b.id)).toContain(r.id)
  const { figure, row } = {
    figure: await s.db.unscoped(policyFigure).find({ code: 'nationalGrant', scope: 'undergraduate', effectiveFrom: '2024-09-01' }),
    row: r.asked[0]?.data.id ?? '',
  }
  const save = (more: object) =>
    s.officer.post('base/policyFigure/save', {
      ...{ id: figure?.id, code: 'nationalGrant', scope: 'undergraduate', effectiveFrom: figure?.effectiveFrom, effectiveTo: figure?.effectiveTo },
      ...{ value: { ...figure?.value, average: 3900_00 }, ...more },
    })
  expect(ruleOf(await save({}))).toBe('asks')
  expect((await save({ seen: affected.data.batches.map(b => b.id) })).code).toBe(200)
  expect([(await s.row(row)).amountApproved, (await s.db.unscoped(subsidyBatch).one(r.id)).stage]).toEqual([3700_00, 'applying'])
})
