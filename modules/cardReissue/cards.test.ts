import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { billLedger } from '#modules/fee/bills/model/bill-line.ts'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { openProvider, setParams } from '#modules/message/testing.ts'
import { approveAs, rulesOf } from '#modules/standing/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { findCards } from './model/actions.ts'
import { cardReissue } from './model/card-reissue.ts'
import type { reissueStatistics } from './model/statistics.ts'
import { uncollected, unpaid } from './server/jobs.ts'
import { runLosses } from './server/loss.ts'
import { type CardSchool, cardSchool, daysAgo } from './testing.ts'

let s: CardSchool
const counted = async (query: Sql) => (await s.db.query<{ n: number }>(query))[0]?.n ?? 0
beforeAll(async () => {
  s = await cardSchool()
})
afterAll(() => s.close())

const pay = async (lineId: string | null, amount = 20_00) => {
  await takeMoney(s.db, { sourceType: 'test', sourceId: `${lineId}:${amount}` }, 'own', [{ lineId: lineId ?? '', amount }])
  await s.server.settle()
}
const owedOf = async (lineId: string | null) =>
  (await s.db.query<{ charged: number; owed: number }>(sql`select charged::float8 as charged, owed::float8 as owed from bill_line where id = ${lineId}`))[0]
const found = (who: { actor: { post: CardSchool['officer']['post'] } }, id: string) => who.actor.post('cardReissue/cardReissue/found', { id })

describe('50-CR1 a loss', () => {
  const lost = async () => s.approved(await s.holder(), { kindId: s.kinds.campus, oldCardNo: 'A100' })
  it('50-CR1 invalidates the old number with the approval, and leaves it to somebody where no card system is set', async () => {
    const heard = captureBeside(s.server, 'card.invalidated')
    const who = await s.holder()
    const { data } = await s.apply(who, { kindId: s.kinds.campus, oldCardNo: 'A099' })
    await approveAs(s.fdy, data.instanceId)
    await s.server.settle()
    expect(heard).toEqual([])
    await approveAs(s.officer, data.instanceId)
    await s.server.settle()
    expect(heard).toEqual([expect.objectContaining({ studentId: who.id, cardKind: 'XYK', oldNo: 'A099' })])
    expect((await s.card(data.id)).lossState).toBe('manual')
    expect((await s.officer.post('cardReissue/cardReissue/settleLoss', { id: data.id })).code).toBe(200)
    expect((await s.card(data.id)).lossState).toBe('done')
    const damaged = await s.approved(await s.holder(), { kindId: s.kinds.campus, reason: 'damaged', oldCardNo: 'A098' })
    await s.server.settle()
    expect([damaged.lossState, heard.length]).toEqual([null, 1])
  })
  it('50-CR1 tells the card system once; a failure is shown, tried again later, and at once when asked for', async () => {
    vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const system = await openProvider(() => ({}))
    system.close()
    await setParams(s, 'cardReissue', { cardSystem: system.address, cardKey: 'key' })
    const { id } = await lost()
    await s.server.settle()
    await runLosses(s.db)
    const failed = await s.card(id)
    expect([failed.lossState, failed.lossError]).toEqual(['failed', expect.any(String)])
    expect(Date.parse(failed.lossNextAt ?? '')).toBeGreaterThan(Date.now())
    const again = await openProvider(() => ({}))
    onTestFinished(again.close)
    await setParams(s, 'cardReissue', { cardSystem: again.address })
    await runLosses(s.db)
    expect(again.calls).toEqual([])
    await runLosses(s.db, Date.parse(failed.lossNextAt ?? ''))
    expect(again.calls.map(c => c.body)).toEqual([expect.objectContaining({ requestId: id, cardKind: 'XYK', cardNo: 'A100' })])
    const second = await lost()
    await s.server.settle()
    const told = () => again.calls.filter(c => c.body?.requestId === second.id).length
    const before = told()
    await s.db.update(cardReissue, second.id, { lossState: 'failed', lossNextAt: failed.lossNextAt })
    expect((await s.officer.post('cardReissue/cardReissue/retryLoss', { id: second.id })).code).toBe(200)
    await Promise.all([runLosses(s.db), runLosses(s.db)])
    await s.server.settle()
    expect(told()).toBe(before + 1)
    expect(await s.card(id)).toMatchObject({ lossState: 'done', lossError: null, lossNextAt: null })
    const all = again.calls.length
    expect(await runLosses(s.db, Date.now() + DAY_MS)).toBe(false)
    expect(again.calls).toHaveLength(all)
    await setParams(s, 'cardReissue', { cardSystem: '' })
  })
})
describe('50-CR2 the fee', () => {
  it('50-CR2 a card is produced once its fee is paid, and charged once', async () => {
    const card = await s.approved(await s.holder())
    expect(card).toMatchObject({ cardState: 'unpaid', feeState: 'unpaid' })
    expect(await owedOf(card.billLineId)).toEqual({ charged: 20_00, owed: 20_00 })
    const none = await s.officer.post('cardReissue/cardBatch/make', { kindId: s.kinds.student })
    expect(rulesOf(none)).toEqual(['nothing'])
    await pay(card.billLineId, 15_00)
    expect((await s.card(card.id)).cardState).toBe('unpaid')
    await pay(card.billLineId, 5_00)
    expect(await s.card(card.id)).toMatchObject({ cardState: 'queued', feeState: 'paid' })
    const batches = await Promise.all([1, 2].map(() => s.officer.post<{ done: number }>('cardReissue/cardBatch/make', { kindId: s.kinds.student })))
    expect(batches.map(b => b.code).sort()).toEqual([200, 422])
    expect((await s.approved(await s.holder(), { reason: 'infoChanged' })).cardState).toBe('queued')
  })
  it('50-CR2 what is not paid in fifteen days is closed, its fee withdrawn, and it can be asked for again', async () => {
    const heard = captureNotifications(s.server)
    const who = await s.holder()
    const card = await s.approved(who)
    await unpaid(s.db, Date.now() + 14.9 * DAY_MS)
    expect((await s.card(card.id)).cardState).toBe('unpaid')
    await unpaid(s.db, Date.now() + 15.1 * DAY_MS)
    await s.server.settle()
    expect((await s.card(card.id)).cardState).toBe('closed')
    expect((await owedOf(card.billLineId))?.owed).toBe(0)
    expect(await heard('cardReissue.closed', who.actor.userId)).toHaveLength(1)
    expect((await s.apply(who)).code).toBe(200)
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
})
describe('50-CR3 found again', () => {
  it('50-CR3 cancels before the card is produced, and what was paid is the student’s again', async () => {
    const who = await s.holder()
    const card = await s.approved(who)
    await pay(card.billLineId)
    const other = await s.holder()
    expect((await found(other, card.id)).code).toBe(404)
    expect((await found(who, card.id)).code).toBe(200)
    await s.server.settle()
    expect(await s.card(card.id)).toMatchObject({ state: 'cancelled', cardState: 'found', feeState: 'refunded', batchId: null })
    const [credit] = await s.db.query<{ sum: number }>(
      sql`select coalesce(sum(balance), 0)::float8 as sum from payer_credit where tenant_id = ${s.tenantId} and payer_id = ${who.id}`,
    )
    expect(credit?.sum).toBe(20_00)
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
  it('50-CR3 is refused with batch and time once it is produced', async () => {
    const who = await s.holder()
    const card = await s.approved(who, { reason: 'infoChanged' })
    const batchId = await s.produced(s.kinds.student)
    const answer = await found(who, card.id)
    const [batch] = await s.db.query<{ no: string }>(sql`select batch_no as no from card_batch where id = ${batchId}`)
    expect([rulesOf(answer), answer.msg]).toEqual([['producing'], expect.stringContaining(batch?.no ?? '?')])
    expect((await s.card(card.id)).cardState).toBe('producing')
  })
  it('50-CR3 of finding it and sending it to be produced at once, one happens', async () => {
    const who = await s.holder()
    const card = await s.approved(who, { kindId: s.kinds.train, reason: 'damaged', homeStation: 'WHN', schoolStation: 'SHH' })
    const { data } = await s.officer.post<{ id: string }>('cardReissue/cardBatch/make', { kindId: s.kinds.train })
    const [cancelled] = await Promise.all([found(who, card.id), s.officer.post('cardReissue/cardBatch/start', { id: data.id })])
    const after = await s.card(card.id)
    expect(after.cardState).toBe(cancelled.code === 200 ? 'found' : 'producing')
  })
})
describe('50-CR6 a card that lies there', () => {
  it('50-CR6 reminds after thirty days, gives it to the counsellor after ninety, each once, until it is collected', async () => {
    const heard = captureNotifications(s.server)
    const who = await s.holder()
    const card = await s.approved(who, { kindId: s.kinds.campus, reason: 'expired' })
    await s.produced(s.kinds.campus, await numbersFor(s.kinds.campus))
    const at = (days: number) => uncollected(s.db, Date.now() + days * DAY_MS)
    await at(29)
    await s.server.settle()
    expect(await heard('cardReissue.uncollected', who.actor.userId)).toHaveLength(0)
    for (const days of [30.1, 31]) await at(days)
    await s.server.settle()
    expect(await heard('cardReissue.uncollected', who.actor.userId)).toHaveLength(1)
    for (const days of [90.1, 91]) await at(days)
    await s.server.settle()
    expect((await heard('cardReissue.leftLying', s.fdy.userId)).filter(m => m.bizId === card.id)).toHaveLength(1)
    const open = () => counted(sql`select count(*)::int as n from todo where tenant_id = ${s.tenantId} and biz_id = ${card.id} and state = 'open' and user_id = ${s.fdy.userId}`)
    expect(await open()).toBe(1)
    expect(rulesOf(await s.handOut(s.fdy, { id: card.id, oldCard: false }))).toEqual(['oldCard'])
    expect((await s.handOut(s.fdy, { id: card.id, oldCard: true })).code).toBe(200)
    expect(await open()).toBe(0)
  })
})
/** A number for each card that waits. */
async function numbersFor(kind: string): Promise<string[]> {
  const n = await s.db.unscoped(cardReissue).count({ kindId: kind, cardState: 'queued', 'batchId.isNull': true })
  return Array.from({ length: n }, (_, i) => `N${Date.now()}${i}`)
}
describe('handing out', () => {
  it('50-CR of two desks scanning one card the second is told who handed it out and when', async () => {
    const heard = captureBeside(s.server, 'card.issued')
    const who = await s.holder()
    const card = await s.approved(who, { kindId: s.kinds.campus, reason: 'damaged', oldCardNo: 'OLD1' })
    const numbers = await numbersFor(s.kinds.campus)
    await s.produced(s.kinds.campus, numbers)
    const { code } = (await who.actor.get<Array<{ id: string; code: string | null }>>('cardReissue/cardReissue/mine')).data.find(c => c.id === card.id) ?? {}
    const seen = (await s.officer.get<OutputOf<typeof findCards>>('cardReissue/cardReissue/findCards', { code: code ?? '' })).data
    expect(seen.cards).toEqual([expect.objectContaining({ id: card.id, kind: '校园卡', handsInOld: true, cardState: 'ready' })])
    const answers = await Promise.all([s.officer, s.fdy].map(by => s.handOut(by, { id: card.id, oldCard: true })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const second = answers.find(a => a.code !== 200)
    expect(second && [rulesOf(second), second.msg]).toEqual([['collected'], expect.stringMatching(/(李主任|林知夏) 在 \d{4}-\d\d-\d\d \d\d:\d\d/)])
    await s.server.settle()
    expect(heard).toEqual([expect.objectContaining({ studentId: who.id, cardKind: 'XYK', oldNo: 'OLD1', newNo: expect.stringMatching(/^N/) })])
    const nobody = await s.officer.get('cardReissue/cardReissue/findCards', { code: 'QLCARD:nobody' })
    expect(rulesOf(nobody)).toEqual(['unknown'])
  })
  it('gives numbers in the order of the list, each to one card, and all before the cards are ready', async () => {
    const [a, b] = [await s.holder(), await s.holder()]
    for (const who of [a, b]) await s.approved(who, { reason: 'infoChanged' })
    const id = await s.produced(s.kinds.student)
    const enter = (more: object) => s.officer.post<{ left: number }>('cardReissue/cardBatch/enterNumber', { id, ...more })
    const cards = await s.db.unscoped(cardReissue).all({ batchId: id })
    expect((await enter({ cardNo: 'S1', studentNo: (await s.record(b.id)).studentNo })).data.left).toBe(cards.length - 1)
    expect(rulesOf(await enter({ cardNo: 'S1' }))).toEqual(['numberTaken'])
    expect(rulesOf(await enter({ cardNo: 'S2', studentNo: (await s.record(b.id)).studentNo }))).toEqual(['numberHas'])
    expect(rulesOf(await s.officer.post('cardReissue/cardBatch/finish', { id }))).toEqual(['numbers'])
    for (let n = 1; n < cards.length; n++) await enter({ cardNo: `S${n + 10}` })
    expect(rulesOf(await enter({ cardNo: 'S99' }))).toEqual(['allNumbered'])
    expect((await s.officer.post('cardReissue/cardBatch/finish', { id })).code).toBe(200)
    expect((await s.card(cards[0]?.id ?? '')).cardState).toBe('ready')
  })
})
it('counts cards by reason, kind and college, each sum like its list, and names who loses them again', async () => {
  const who = await s.holder()
  for (let n = 0; n < 2; n++) {
    const { id } = await s.approved(who, { kindId: s.kinds.campus, lostOn: daysAgo(0) })
    await s.db.update(cardReissue, id, { cardState: 'collected', collectedAt: new Date().toISOString(), collectedById: s.officer.userId })
  }
  const day = (await s.db.query<{ d: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date::text as d`))[0]?.d ?? ''
  const { data } = await s.officer.get<OutputOf<typeof reissueStatistics>>('cardReissue/cardReissue/statistics', { from: `${day.slice(0, 4)}-01-01`, to: day })
  const rows = await s.db.unscoped(cardReissue).all({ 'state.in': 'pending,returned,approved,rejected,cancelled' } as never)
  expect(data.applied).toBe(rows.length)
  for (const groups of [data.byReason, data.byKind, data.byCollege, data.byMonth]) expect(groups.reduce((n, g) => n + (g?.applied ?? 0), 0)).toBe(data.applied)
  expect(data.paid).toBe(rows.filter(r => r.feeState === 'paid').reduce((n, r) => n + r.fee, 0))
  expect(data.repeated).toEqual([expect.objectContaining({ id: who.id, times: 2, kind: '校园卡' })])
})
it('tells whoever is called otherwise that the cards still say the old name, and nobody else', async () => {
  const heard = captureNotifications(s.server)
  const [who, other] = [await s.holder(), await s.holder()]
  await s.db.emitMany('student.infoChanged', [
    { studentId: who.id, fields: ['name', 'phone'], source: 'test' },
    { studentId: other.id, fields: ['phone'], source: 'test' },
  ])
  await s.server.settle()
  const [told] = await heard('cardReissue.corrected', who.actor.userId)
  expect(told?.values).toMatchObject({ changed: [{ text: '姓名' }], kind: expect.arrayContaining(['学生证', '校园卡']) })
  expect(await heard('cardReissue.corrected', other.actor.userId)).toEqual([])
})
