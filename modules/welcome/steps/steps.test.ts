import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Newcomer } from '#modules/admission/testing.ts'
import { dormStay } from '#modules/dormitory/stays/model/stay.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { handIn, offsetBills } from '#modules/fee/server/api.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { loadSamples, sampleRow } from '#testing/samples.ts'
import { inHours, ok, rulesOf, saysOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import { welcomeStepState } from './model/step-state.ts'
import { lookAgain } from './server/enter.ts'
import { remindUndone } from './server/remind.ts'

const INTENTION = { code: 'intention', name: '确认来校', kind: 'auto', autoSource: 'admission.intention' }
const FEE = { code: 'fee', name: '缴费', kind: 'auto', autoSource: 'fee', waivedBy: ['admissions'] }
const KEY = { code: 'key', name: '领钥匙', kind: 'staff', phase: 'site', dependsOn: ['intention', 'fee'] }
let s: WelcomeSchool
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await welcomeSchool()
  sent = captureNotifications(s.server)
  await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' })
})
afterAll(() => s.close())
async function bill({ id }: Newcomer, amount: number): Promise<string> {
  const [line = ''] = await handIn(s.db, [
    {
      sourceType: 'test',
      sourceId: id,
      sourceSeq: '1',
      payer: { type: 'student', id, name: '林晓舟' },
      item: 'tuition',
      amount,
      xn: '2024-2025',
      dueDate: '2024-09-30',
      explain: {},
    },
  ])
  return line
}
const pay = (line: string, sourceId: string, amount: number) =>
  offsetBills(s.db, [{ kind: 'aidOffset', sourceType: 'aid', sourceId, reason: '资助', bizDate: '2024-09-01', amount, on: { lineIds: [line] } }])
const come = async (who: Newcomer) => ok(await who.actor.post('admission/admittedStudent/answer', { answer: 'intended' }))
const stateOf = async (batchId: string, who: Newcomer, code: string) => {
  await s.server.settle()
  const { state, recheck } = await s.state(batchId, who, code)
  return recheck ? `${state} recheck` : state
}

describe('30-WS2 the own checklist', () => {
  it('names of a locked step each missing predecessor with its value, and opens it once they are settled', async () => {
    const who = await s.newcomer()
    const batchId = await s.published([INTENTION, FEE, KEY])
    const before = (await s.mine(who)).steps.find(x => x?.code === 'key')
    expect(before).toMatchObject({ state: 'locked', why: ['确认来校：待办', '缴费：学校还没有出账单'] })
    const line = await bill(who, 930_000)
    await pay(line, `a${who.id}`, 580_000)
    await come(who)
    await s.server.settle()
    const { steps } = await s.mine(who)
    expect(steps.map(x => [x?.code, x?.state, x?.why])).toEqual([
      ['intention', 'done', []],
      ['fee', 'open', ['应缴 ¥9,300.00，还差 ¥3,500.00，没有缓缴']],
      ['key', 'locked', ['缴费：应缴 ¥9,300.00，还差 ¥3,500.00，没有缓缴']],
    ])
    expect(steps.find(x => x?.code === 'intention')?.form).toBe(null)
    await pay(line, `b${who.id}`, 350_000)
    expect(await stateOf(batchId, who, 'key')).toBe('open')
  })
  it('lets the student settle what is theirs, within its window and in order', async () => {
    const who = await s.newcomer()
    const closed = { code: 'late', openFrom: '2020-01-01T00:00:00Z', openTo: '2020-01-02T00:00:00Z' }
    const batchId = await s.published([{ code: 'phone' }, { code: 'papers', staffRoles: ['college'], dependsOn: ['phone'] }, closed, { code: 'gate', kind: 'staff' }])
    const submit = (code: string) => who.actor.post<{ state: string }>('welcome/welcomeStepState/submit', { code })
    expect(rulesOf(await submit('papers'))).toEqual(['lacks'])
    expect(rulesOf(await submit('late'))).toEqual(['closedWindow'])
    expect(rulesOf(await submit('gate'))).toEqual(['notSelf'])
    expect(rulesOf(await submit('nothing'))).toEqual(['noStep'])
    expect(ok(await submit('phone')).state).toBe('done')
    expect(rulesOf(await submit('phone'))).toEqual(['settledState'])
    expect(ok(await submit('papers')).state).toBe('submitted')
    const { id } = await s.member(batchId, who)
    ok(await s.college.post('welcome/welcomeMember/sendBack', { id, code: 'papers', remark: '缺团员证' }))
    expect(await sent('welcome.sentBack', who.actor.userId)).toMatchObject([{ values: { step: 'papers', remark: '缺团员证' } }])
    expect(ok(await submit('papers')).state).toBe('submitted')
    ok(await s.college.post('welcome/welcomeMember/settle', { id, code: 'papers' }))
    expect(await stateOf(batchId, who, 'papers')).toBe('done')
  })
  it('opens what waits for two steps that two people settle at once', async () => {
    const who = await s.newcomer()
    const batchId = await s.published([
      { code: 'a', kind: 'staff' },
      { code: 'b', kind: 'staff' },
      { code: 'c', kind: 'staff', dependsOn: ['a', 'b'] },
    ])
    const { id } = await s.member(batchId, who)
    const settle = (code: string, by = s.college) => by.post('welcome/welcomeMember/settle', { id, code })
    expect((await Promise.all([settle('a'), settle('b', s.admissions)])).map(x => x.code)).toEqual([200, 200])
    expect(await stateOf(batchId, who, 'c')).toBe('open')
  })
})
describe('30-WS3 an automatic step', () => {
  it('follows the events of its module, and a reversal opens it again: what was done behind it is rechecked and the counsellor told', async () => {
    const who = await s.newcomer()
    const told = captureEvents(s.server, 'welcome.stepChanged')
    await s.db.query(sql`update student set class_id = ${s.ids.s2301} where id = ${who.id}`)
    const batchId = await s.published([INTENTION, FEE, KEY])
    await come(who)
    const line = await bill(who, 500_000)
    const defer = async (deferUntil: string | null) => {
      await s.db.update(billLine, line, { deferUntil } as never)
      await s.db.emit('fee.deferralChanged', { studentId: who.id, lineIds: [line], until: deferUntil })
    }
    await defer('2999-01-01')
    expect(await stateOf(batchId, who, 'fee')).toBe('done')
    const { id } = await s.member(batchId, who)
    expect(rulesOf(await s.admissions.post('welcome/welcomeMember/settle', { id, code: 'fee' }))).toEqual(['auto'])
    ok(await s.admissions.post('welcome/welcomeMember/settle', { id, code: 'key' }))
    await defer(null)
    expect([await stateOf(batchId, who, 'fee'), await stateOf(batchId, who, 'key')]).toEqual(['open', 'done recheck'])
    expect(await sent('welcome.recheck', s.fdy.userId)).toMatchObject([{ values: { cause: '缴费', steps: '领钥匙' } }])
    expect(told).toContainEqual({ event: 'welcome.stepChanged', studentId: who.id, stepCode: 'fee', state: 'open' })
    await pay(line, `d${who.id}`, 500_000)
    expect(await stateOf(batchId, who, 'key')).toBe('done')
  })
  it('is done with a reserved bed and open again on its release', async () => {
    await loadSamples(['dormitory', 'campus', 'student'])
    const who = await s.newcomer()
    const batchId = await s.published([{ code: 'dorm', kind: 'auto', autoSource: 'dormitory' }])
    const { id } = await sampleRow(s.db, dormStay)
    const reserve = (state: 'reserved' | 'cancelled') => s.db.update(dormStay, id, { studentId: who.id, state, isOpen: state === 'reserved' } as never)
    await reserve('reserved')
    await s.db.emit('dormitory.stayReserved', { studentId: who.id, stayId: id })
    expect(await stateOf(batchId, who, 'dorm')).toBe('done')
    await reserve('cancelled')
    await s.db.emit('dormitory.stayReleased', { studentId: who.id, stayId: id })
    expect(await stateOf(batchId, who, 'dorm')).toBe('open')
  })
  it('is waived by the roles that may, and stays so whatever its source says', async () => {
    const who = await s.newcomer()
    const batchId = await s.published([FEE])
    const { id } = await s.member(batchId, who)
    const waive = (by = s.admissions) => by.post('welcome/welcomeMember/waive', { id, code: 'fee', remark: '已走绿色通道' })
    expect(rulesOf(await waive(s.officer))).toEqual(['waiver'])
    ok(await waive())
    await bill(who, 100)
    await s.db.emit('fee.deferralChanged', { studentId: who.id, lineIds: [], until: null })
    expect(await stateOf(batchId, who, 'fee')).toBe('waived')
    ok(await s.admissions.post('welcome/welcomeMember/reopen', { id, code: 'fee', remark: '撤回' }))
    expect(await stateOf(batchId, who, 'fee')).toBe('open')
  })
})
describe('who takes part', () => {
  it('is on the roll of the year and comes; who is admitted later enters by themselves, with the steps meant for them', async () => {
    const [gone, here, art] = [await s.newcomer({ name: '不来' }), await s.newcomer(), await s.newcomer()]
    await s.db.query(sql`update admitted_student set state = 'declined' where id = ${gone.id}`)
    await s.db.query(sql`update student set department_id = ${s.ids.art} where id = ${art.id}`)
    const batchId = await s.published([{ code: 'all' }, { code: 'art', audience: { departmentIds: [s.ids.art] } }])
    const codesOf = async ({ id }: Newcomer) => (await s.db.unscoped(welcomeStepState).all({ batchId, studentId: id })).map(x => x.stepCode).sort()
    expect([await codesOf(gone), await codesOf(here), await codesOf(art)]).toEqual([[], ['all'], ['all', 'art']])
    const later = await s.newcomer()
    await lookAgain(s.db)
    expect(await codesOf(later)).toEqual(['all'])
  })
  it('reads nothing of others: staff inside their scope, new students their own', async () => {
    const [a, b] = [await s.newcomer(), await s.newcomer()]
    const batchId = await s.published([{ code: 'phone' }])
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const { id } = await s.member(batchId, a)
    expect((await art.get('welcome/welcomeMember/steps', { id })).code).toBe(404)
    expect((await art.post('welcome/welcomeMember/settle', { id, code: 'phone' })).code).toBe(404)
    expect((await b.actor.get('welcome/welcomeMember/list')).code).toBe(401)
    expect(saysOf(await s.officer.get('welcome/welcomeStepState/mine'))).not.toBe('')
    expect((await s.mine(b)).batch?.id).toBe(batchId)
  })
})
it('reminds once, three days before the first phase ends, of what is required and not done', async () => {
  const who = await s.newcomer()
  const batchId = await s.published(
    [
      { code: 'phone', name: '核对手机号' },
      { code: 'photo', required: false },
    ],
    { preTo: inHours(60), siteFrom: inHours(60), siteTo: inHours(90) },
  )
  expect(await remindUndone(s.db)).toBeGreaterThan(0)
  expect(await sent('welcome.undone', who.actor.userId)).toMatchObject([{ bizId: batchId, values: { n: 1, steps: '核对手机号' } }])
  await remindUndone(s.db, Date.now() + 24 * 3_600_000)
  expect(await sent('welcome.undone', who.actor.userId)).toHaveLength(1)
})
