import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { askedOn } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import { repairOrder } from './model/order.ts'
import { repairSkill } from './model/workers.ts'
import { alerts, close, confirmSilent, goOn } from './server/clock.ts'
import { act, type RepairSchool, repaired, repairSchool, reported, ruleOf, work } from './testing.ts'

let s: RepairSchool
let worker: Actor
let told: (event: string, to?: string) => Promise<SentNotification[]>
let changes: Array<Record<string, unknown>>
beforeAll(async () => {
  s = await repairSchool()
  told = captureNotifications(s.server)
  changes = captureEvents(s.server, 'repair.orderChanged')
  worker = await s.worker('王师傅', { maxOpen: 99 })
})
afterAll(() => s.close())
const marks = (n: number) => ({ speed: n, quality: n, manner: n, tidy: n })
const about = async (event: string, id: string) => (await told(event)).filter(h => h.bizId === id)

describe('work', () => {
  it('20-R6 done needs a photo; arrival recorded without a network keeps its time', async () => {
    const id = await reported(s, '水龙头漏水')
    const { id: sheet, assignedAt } = await s.sheetOf(id)
    expect(ruleOf(await work(worker, 'finish', sheet, { afterPhotos: [], minutes: 5, materials: [], cause: 'wear', payBy: 'school' }))).toBe('state')
    expect(ruleOf(await work(worker, 'arrive', sheet, { at: '2020-01-01T08:00:00Z' }))).toBe('timeWrong')
    expect((await work(worker, 'arrive', sheet, { at: assignedAt })).code).toBe(200)
    expect(await s.order(id)).toMatchObject({ state: 'working' })
    expect((await work(worker, 'finish', sheet, { minutes: 0, materials: [], cause: 'wear', payBy: 'school' })).code).toBe(400)
    expect(ruleOf(await work(worker, 'finish', sheet, { afterPhotos: [], minutes: 5, materials: [], cause: 'wear', payBy: 'school' }))).toBe('noPhoto')
    expect((await repaired(s, worker, id)).code).toBe(200)
    expect(await s.order(id)).toMatchObject({ state: 'done', cause: 'wear', costTotal: 0 })
    expect((await about('repair.done', id))[0]?.to).toEqual([s.student.userId])
  })
  it('20-R6 what was used leaves the bag and costs its price', async () => {
    const valve = await s.material('角阀', 5, worker, 1200)
    const id = await reported(s, '水龙头漏水')
    expect((await repaired(s, worker, id, { materials: [{ materialId: valve, qty: 2 }] })).code).toBe(200)
    expect([await s.stockOf(valve, worker), await s.stockOf(valve), (await s.order(id)).costTotal]).toEqual([3, 0, 2400])
    expect((await worker.get<Array<{ name: string; qty: number }>>('repair/stockMove/bag')).data).toContainEqual(expect.objectContaining({ name: '角阀', qty: 3 }))
  })
  it('20-R6 two sheets use the last three valves at once, two each: one is told that one is left', async () => {
    const valve = await s.material('三角阀', 3, worker)
    const sheets = await Promise.all([await reported(s, '水龙头漏水'), await reported(s, '马桶堵塞')].map(id => s.sheetOf(id)))
    for (const { id } of sheets) await work(worker, 'arrive', id)
    const done = { minutes: 20, cause: 'wear', payBy: 'school', materials: [{ materialId: valve, qty: 2 }] }
    const photos = [await s.photo(worker), await s.photo(worker)]
    const answers = await Promise.all(sheets.map(({ id }, n) => work(worker, 'finish', id, { ...done, afterPhotos: [photos[n]] })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(answers.find(a => a.code === 422)).toMatchObject({ errors: [{ rule: 'repair.repairStock.short', msg: '三角阀只剩 1 个，不够 2 个' }] })
    expect(await s.stockOf(valve, worker)).toBe(1)
  })
  it('20-R6 the store: receipts, issue, return, scrap and count, each an entry; nothing falls below 0', async () => {
    const lamp = await s.material('灯管', 10, worker)
    const move = (kind: string, qty: number, more = {}) => s.officer.post('repair/stockMove/move', { kind, materialId: lamp, qty, ...more })
    expect((await move('in', -1)).code).toBe(400)
    expect(ruleOf(await move('issue', 1))).toBe('holder')
    expect(await move('issue', 1, { holderId: worker.userId })).toMatchObject({ errors: [{ rule: 'repair.repairStock.short', msg: expect.stringContaining('只剩 0') }] })
    expect((await move('return', 4, { holderId: worker.userId })).code).toBe(200)
    expect((await move('scrap', 1)).code).toBe(200)
    const { data } = await s.officer.post<{ changed: number }>('repair/stockMove/count', { counts: [{ materialId: lamp, counted: 5 }], note: '月末盘点' })
    expect([data.changed, await s.stockOf(lamp), await s.stockOf(lamp, worker)]).toEqual([1, 5, 6])
    expect((await worker.post('repair/stockMove/move', { kind: 'in', materialId: lamp, qty: 1 })).code).toBe(403)
    const removed = await s.officer.post<{ failed: Array<{ msg: string }> }>('repair/repairMaterial/remove', { ids: [lamp] })
    expect(removed.data.failed[0]?.msg).toContain('11 个')
  })
  it('nobody works on the sheet of another', async () => {
    const id = await reported(s, '水龙头漏水')
    const other = await s.as({ roles: ['repairer'], userType: 3 })
    expect((await work(other, 'accept', (await s.sheetOf(id)).id)).code).toBe(404)
    expect((await work(s.student, 'accept', (await s.sheetOf(id)).id)).code).toBe(403)
  })
  it('20-R13 the worker sees the number until the order closes', async () => {
    const id = await reported(s, '床梯松动', { phone: '13900001234' })
    const phone = async () => (await worker.get<Array<{ orderId: string; phone: string }>>('repair/workSheet/route')).data.find(r => r.orderId === id)?.phone
    expect(await phone()).toBe('13900001234')
    await repaired(s, worker, id)
    await act(s.student, 'confirm', id)
    expect(await phone()).toBe('13900001234')
    await act(s.student, 'score', id, marks(5))
    expect([(await s.order(id)).state, await phone()]).toEqual(['closed', '139****1234'])
    const seen = await s.manager.get<{ result: Array<{ phone: string }> }>('repair/repairOrder/list', { id })
    expect(seen.data.result[0]?.phone).toBe('139****1234')
  })
})
describe('the clock', () => {
  it('20-R5 suspending stops it, needs a date to come, and is allowed three times', async () => {
    const id = await reported(s, '桌椅损坏')
    const { id: sheet } = await s.sheetOf(id)
    await work(worker, 'arrive', sheet)
    const suspend = (more = {}) => work(worker, 'suspend', sheet, { reason: 'parts', resumeOn: addDays(today(), 2), ...more })
    expect((await work(worker, 'suspend', sheet, { reason: 'parts' })).code).toBe(400)
    expect(ruleOf(await suspend({ resumeOn: today() }))).toBe('resumePast')
    const before = await s.order(id)
    expect((await suspend()).code).toBe(200)
    expect(await s.order(id)).toMatchObject({ state: 'suspended', suspendReason: 'parts', suspendCount: 1 })
    expect((await about('repair.suspended', id))[0]?.values).toMatchObject({ reason: { text: '等配件' } })
    expect(ruleOf(await work(worker, 'finish', sheet, { afterPhotos: [], minutes: 5, materials: [], cause: 'wear', payBy: 'school' }))).toBe('suspended')
    await goOn(s.db, Date.parse(before.dueFinish ?? '') + 10 * DAY_MS)
    const after = await s.order(id)
    expect([after.state, Date.parse(after.dueFinish ?? '') > Date.parse(before.dueFinish ?? '') + 9 * DAY_MS]).toEqual(['working', true])
    for (let n = 0; n < 2; n++) {
      await s.db.updateWhere(repairOrder, { id }, { state: 'working', suspendedAt: null })
      expect((await suspend()).code).toBe(200)
      expect((await work(worker, 'resume', sheet)).code).toBe(200)
    }
    expect(ruleOf(await suspend())).toBe('often')
  })
  it('20-R5 warns at 80 %, tells the dispatcher of a breach and the office at twice the time, each once', async () => {
    const id = await reported(s, '柜门脱落')
    const { warnAt, dueFinish, escalateAt } = await s.order(id)
    const events = async () => (await Promise.all(['warning', 'breach', 'escalated'].map(e => about(`repair.${e}`, id)))).map(h => h.length)
    await alerts(s.db, Date.parse(warnAt ?? '') - 60_000)
    expect(await events()).toEqual([0, 0, 0])
    for (const at of [warnAt, dueFinish, escalateAt]) for (let n = 0; n < 2; n++) await alerts(s.db, Date.parse(at ?? ''))
    expect(await events()).toEqual([1, 1, 1])
    expect((await about('repair.breach', id))[0]?.to).toEqual([s.manager.userId])
    expect((await about('repair.escalated', id))[0]?.to).toEqual([s.officer.userId])
    expect((await s.order(id)).breachedAt).toBeTruthy()
  })
})
describe('afterwards', () => {
  it('20-R7 confirmed by the applicant, or by the rule after seven silent days; evaluated within thirty', async () => {
    const [id, silent] = [await reported(s, '水龙头漏水'), await reported(s, '马桶堵塞')]
    for (const of of [id, silent]) await repaired(s, worker, of)
    expect((await act(s.mate, 'confirm', id)).code).toBe(404)
    expect((await act(s.student, 'confirm', id)).code).toBe(200)
    await confirmSilent(s.db, Date.now() + 6.9 * DAY_MS)
    expect((await s.order(silent)).state).toBe('done')
    await confirmSilent(s.db, Date.now() + 7.1 * DAY_MS)
    expect(await s.order(silent)).toMatchObject({ state: 'confirmed', confirmedWay: 'rule' })
    expect(ruleOf(await act(s.student, 'notFixed', silent, { reason: '还在漏' }))).toBe('state')
    await s.db.updateWhere(repairOrder, { id: silent }, { scoreUntil: sql`now() - interval '1 day'` })
    expect(ruleOf(await act(s.student, 'score', silent, marks(5)))).toBe('late')
    await close(s.db)
    expect((await s.order(silent)).state).toBe('closed')
    const twice = await Promise.all([1, 2].map(() => act(s.student, 'score', id, marks(5))))
    expect(twice.map(a => a.code).sort()).toEqual([200, 422])
  })
  it('20-R8 not fixed: one urgency higher, the same worker first; the second time a person', async () => {
    const idle = await s.worker('更闲的师傅')
    const id = await reported(s, '插座没电')
    await s.db.updateWhere(repairOrder, { id }, { workerId: worker.userId })
    const first = await s.sheetOf(id)
    await s.db.query(sql`update work_sheet set repairer_id = ${worker.userId} where tenant_id = ${s.tenantId} and id = ${first.id}`)
    await repaired(s, worker, id)
    expect((await act(s.student, 'notFixed', id, { reason: '还是没电' })).code).toBe(200)
    await s.server.settle()
    const again = await s.order(id)
    const levels = await s.db.query<{ code: string }>(sql`select code from repair_urgency where tenant_id = ${s.tenantId} and id = ${again.urgencyId}`)
    expect([levels[0]?.code, again.state, again.reopenCount, again.why?.decidedBy, (await s.sheetOf(id)).repairerId]).toEqual(['urgent', 'dispatched', 1, 'before', worker.userId])
    await repaired(s, worker, id)
    await act(s.student, 'notFixed', id, { reason: '又没电了' })
    await s.server.settle()
    expect(await s.order(id)).toMatchObject({ state: 'reopened', reopenCount: 2, poolReason: 'visit' })
    expect((await about('repair.pooled', id))[0]?.to).toEqual([s.manager.userId])
    await s.db.updateWhere(repairSkill, { repairerId: idle.userId }, { isEnabled: false })
  })
  it('20-R9 a mean of two or less asks for a call back; the worker reads the text without a name', async () => {
    const id = await reported(s, '水龙头漏水')
    await repaired(s, worker, id)
    await act(s.student, 'confirm', id)
    expect((await act(s.student, 'score', id, { ...marks(2), text: '修得慢', anonymous: true })).code).toBe(200)
    const [row] = await s.db.query<{ id: string; raterId: string | null; by: string | null }>(
      sql`select id, rater_id as "raterId", created_by as by from repair_score where tenant_id = ${s.tenantId} and order_id = ${id}`,
    )
    expect(row).toMatchObject({ raterId: null, by: null })
    expect((await about('repair.lowScore', id))[0]?.to).toEqual([s.manager.userId])
    const mine = await worker.get<Array<Record<string, unknown>>>('repair/repairScore/mine')
    expect(mine.data.find(m => m.text === '修得慢')).toEqual({ id: row?.id, typeName: '水龙头漏水', mean: 2, text: '修得慢', day: today() })
    const todo = () => s.db.query<{ state: string }>(sql`select state from todo where tenant_id = ${s.tenantId} and biz_type = 'repairScore' and biz_id = ${row?.id}`)
    expect(await todo()).toEqual([{ state: 'open' }])
    expect((await s.manager.post('repair/repairScore/callBack', { id: row?.id, note: '已电话道歉' })).code).toBe(200)
    expect(await todo()).toEqual([{ state: 'done' }])
  })
  it('20-R10 misuse is charged with proof and consent only; then the amount is handed in', async () => {
    await setParams(s, 'repair', { labourFee: 1000 })
    const glass = await s.material('玻璃', 9, worker, 5000)
    const charge = { cause: 'misuse', payBy: 'student', materials: [{ materialId: glass, qty: 1 }] }
    const id = await reported(s, '玻璃破碎')
    expect(ruleOf(await repaired(s, worker, id, { ...charge, cause: 'wear' }))).toBe('payBy')
    expect(ruleOf(await repaired(s, worker, id, charge))).toBe('payProof')
    expect((await repaired(s, worker, id, { ...charge, beforePhotos: [await s.photo(worker)] })).code).toBe(200)
    expect(await s.order(id)).toMatchObject({ costTotal: 6000, chargeState: 'asked' })
    const told = async () => {
      await s.server.settle()
      return changes.filter(c => c.orderId === id).at(-1)
    }
    expect(await told()).toMatchObject({ state: 'done', payBy: null })
    expect((await act(s.mate, 'agree', id, { agrees: true })).code).toBe(404)
    expect((await act(s.student, 'agree', id, { agrees: true })).code).toBe(200)
    expect(await told()).toEqual({ event: 'repair.orderChanged', orderId: id, roomId: s.roomId, state: 'done', payBy: 'student', payerId: s.student.userId, amount: 6000 })
    expect(ruleOf(await act(s.student, 'agree', id, { agrees: true }))).toBe('notAsked')
  })
  it('20-R10 without consent, or without an answer, the manager decides', async () => {
    const glass = await s.material('门玻璃', 9, worker, 5000)
    const charged = async () => {
      const id = await reported(s, '玻璃破碎')
      await repaired(s, worker, id, { cause: 'misuse', payBy: 'student', materials: [{ materialId: glass, qty: 1 }], beforePhotos: [await s.photo(worker)] })
      return id
    }
    const [refused, silent] = [await charged(), await charged()]
    await act(s.student, 'agree', refused, { agrees: false, reason: '是风吹的' })
    await s.db.updateWhere(repairOrder, { id: silent }, { confirmBy: sql`now() - interval '1 day'` })
    await confirmSilent(s.db)
    expect([(await s.order(refused)).chargeState, (await s.order(silent)).chargeState]).toEqual(['disputed', 'disputed'])
    expect((await about('repair.disputed', refused))[0]).toMatchObject({ to: [s.officer.userId], values: { reason: '是风吹的' } })
    expect((await act(s.manager, 'decideCharge', refused, { payBy: 'school', reason: '难以认定' })).code).toBe(403)
    expect((await act(s.officer, 'decideCharge', refused, { payBy: 'school', reason: '难以认定' })).code).toBe(200)
    expect((await act(s.officer, 'decideCharge', silent, { payBy: 'student', reason: '照片清楚' })).code).toBe(200)
    expect([(await s.order(refused)).chargeState, (await s.order(silent)).chargeState]).toEqual(['waived', 'charged'])
    expect(ruleOf(await act(s.officer, 'decideCharge', silent, { payBy: 'school', reason: '再想想' }))).toBe('notDisputed')
  })
  it('60-ST1 repairs count by the day they were reported, each hour against all beds, and again where the same broke before', async () => {
    const days = [addDays(today(), -1), today()]
    const figures = async () => (await askedOn(s, 'repair.wear', days)).map(f => [f.reported, f.again])
    const [, [reports, again] = []] = await figures()
    for (let n = 0; n < 2; n++) await reported(s, '水龙头漏水')
    const [none, [then, thenAgain] = []] = await figures()
    expect([none, then, Number(thenAgain) > Number(again)]).toEqual([[0, 0], Number(reports) + 2, true])
    const [whole] = await askedOn(s, 'repair.wear', [today()])
    const hours = await askedOn(s, 'repair.wear', [today()], sql`hour`)
    expect([hours.length, new Set(hours.map(h => h.rateOf))]).toEqual([24, new Set([whole?.rateOf])])
    expect(whole?.rateOf).toBeGreaterThan(0)
  })
  it('counts what was in time, by type, team and building, and what breaks again and again', async () => {
    for (let n = 0; n < 3; n++) await reported(s, '灯闪烁')
    const asked = { from: addDays(today(), -1), to: today() }
    const { data } = await s.officer.get<{
      orders: number
      byType: Array<{ label: string; orders: number }>
      repeated: Array<{ typeName: string; orders: number }>
      turnover: Array<{ label: string; used: number }>
    }>('repair/repairOrder/statistics', asked)
    expect(data.orders).toBeGreaterThan(10)
    expect(data.byType.find(t => t.label === '灯闪烁')).toMatchObject({ orders: 3 })
    expect(data.repeated.find(r => r.typeName === '灯闪烁')).toMatchObject({ orders: 3 })
    expect(data.turnover.find(t => t.label === '角阀')).toMatchObject({ used: 2, stock: 3 })
    expect((await s.other.get<{ orders: number }>('repair/repairOrder/statistics', asked)).data.orders).toBe(0)
  })
})
