import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { InputOf, OutputOf } from '#model'
import type { Newcomer } from '#modules/admission/testing.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { recountUnfinished } from '../steps/server/unfinished.ts'
import { inHours, ok, rulesOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { board, callCard, confirmScan, lookUp, myCode, myPoints, myScans } from './model/actions.ts'
import { stepAtOnce } from './model/auto-confirm.ts'
import { welcomeScan } from './model/scan.ts'

type Scan = InputOf<typeof confirmScan>
const GATE = { code: 'gate', name: '进校签到', kind: 'staff', phase: 'site' }
const KEY = { code: 'key', name: '领钥匙', kind: 'staff', phase: 'site', dependsOn: ['gate'] }
let s: WelcomeSchool
let batchId: string
let gate: string
let dorm: string
let anna: Actor
let bo: Actor
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await welcomeSchool()
  sent = captureNotifications(s.server)
  await s.newcomer()
  ;[anna, bo] = [await s.as({ roles: ['teacher'], nickName: '门岗安老师' }), await s.as({ roles: ['teacher', 'college'], departmentId: s.ids.info, nickName: '宿管白老师' })]
  batchId = await s.published([GATE, KEY, { code: 'card', name: '领校园卡', kind: 'staff', phase: 'site', staffRoles: ['college'] }])
  const point = async (name: string, stepCodes: string[], staff: Actor[]) =>
    (await s.db.insert(welcomePoint, { batchId, name, campusId: s.campusId, stepCodes, staff: staff.map(p => p.userId) })).id
  gate = await point('东门', ['gate'], [anna, bo])
  dorm = await point('7号楼大厅', ['key', 'card'], [bo])
})
afterAll(() => s.close())
afterEach(() => void vi.useRealTimers())
/** Somebody who has joined the batch. */
async function arrival(given = {}): Promise<Newcomer> {
  const who = await s.newcomer(given)
  await lookAgain(s.db)
  return who
}
const codes = async (who: Newcomer) => ok(await who.actor.get<OutputOf<typeof myCode>>('welcome/welcomeScan/code'))
const codeOf = async (who: Newcomer): Promise<string> => (await codes(who)).code
const scan = (by: Actor, input: Partial<Scan>) => by.post<OutputOf<typeof confirmScan>>('welcome/welcomeScan/scan', { pointId: gate, stepCode: 'gate', ...input })
const look = (by: Actor, input: object) => by.get<OutputOf<typeof lookUp>>('welcome/welcomeScan/lookUp', { pointId: gate, ...input })
const last = async (by: Actor) => ok(await by.get<Array<OutputOf<typeof myScans>>>('welcome/welcomeScan/mine'))[0]

describe('30-WS4 the code of a new student', () => {
  it('is signed, ends after its minute, and nobody makes one', async () => {
    const who = await arrival()
    const code = await codeOf(who)
    expect(ok(await look(anna, { code }))).toMatchObject({ name: '林晓舟', mustCheckId: false })
    expect(rulesOf(await look(anna, { code: `${code.slice(0, -4)}AAAA` }))).toEqual(['expired'])
    expect(rulesOf(await look(anna, { code: 'https://example.com' }))).toEqual(['unknownCode'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 150_000 })
    expect(rulesOf(await look(anna, { code }))).toEqual(['expired'])
  })
  it('ends with the scan it was shown for: a picture of it is refused elsewhere, with point and time', async () => {
    const who = await arrival()
    const code = await codeOf(who)
    ok(await scan(anna, { code }))
    const answer = await look(bo, { pointId: dorm, code })
    expect([rulesOf(answer), answer.errors[0]?.values]).toEqual([['used'], expect.objectContaining({ point: '东门' })])
    expect(ok(await look(bo, { pointId: dorm, code: await codeOf(who) })).steps[0]).toMatchObject({ code: 'key', mayConfirm: true })
  })
  it('of the day holds without a network, and only with the document looked at, which is recorded', async () => {
    const who = await arrival()
    const { days } = await codes(who)
    const code = days[0]?.code ?? ''
    expect(days).toHaveLength(3)
    expect(ok(await look(anna, { code })).mustCheckId).toBe(true)
    expect(rulesOf(await scan(anna, { code }))).toEqual(['idUnchecked'])
    expect(rulesOf(await look(anna, { code: days[1]?.code }))).toEqual(['expired'])
    ok(await scan(anna, { code, idChecked: true }))
    expect(await s.db.unscoped(welcomeScan).all({ studentId: who.id })).toMatchObject([{ idChecked: true, channel: 'scan' }])
  })
})
it('30-WS5 a desk that confirms by itself does so where one step may be done and no document has to be looked at', async () => {
  const who = await arrival()
  const seen = async (by: Actor, input: object) => stepAtOnce(ok(await look(by, input)))
  expect(await seen(anna, { code: (await codes(who)).days[0]?.code })).toBeUndefined()
  expect(await seen(anna, { code: await codeOf(who) })).toBe('gate')
  ok(await scan(anna, { code: await codeOf(who) }))
  expect(await seen(anna, { code: await codeOf(who) })).toBeUndefined()
  // the key and the card
  expect(await seen(bo, { pointId: dorm, code: await codeOf(who) })).toBeUndefined()
})
describe('30-WS5 a point', () => {
  it('shows green or red with the reason, and refuses steps outside it, other people’s points, roles and closed points', async () => {
    const who = await arrival()
    const code = await codeOf(who)
    expect(ok(await look(anna, { code })).steps).toMatchObject([{ code: 'gate', state: 'open', mayConfirm: true, why: [] }])
    expect(ok(await look(bo, { pointId: dorm, code })).steps).toMatchObject([
      { code: 'key', mayConfirm: false, why: ['进校签到：待办'] },
      { code: 'card', mayConfirm: true },
    ])
    expect(rulesOf(await scan(anna, { code, stepCode: 'key' }))).toEqual(['outside'])
    expect(rulesOf(await scan(anna, { code, pointId: dorm, stepCode: 'key' }))).toEqual(['notStaff'])
    expect(rulesOf(await scan(bo, { code, pointId: dorm, stepCode: 'key' }))).toEqual(['lacks'])
    await s.db.update(welcomePoint, dorm, { staff: [bo.userId, anna.userId] })
    expect(rulesOf(await scan(anna, { code, pointId: dorm, stepCode: 'card' }))).toEqual(['role'])
    await s.db.update(welcomePoint, dorm, { staff: [bo.userId] })
    await s.db.update(welcomePoint, gate, { isOpen: false })
    expect(rulesOf(await scan(anna, { code }))).toEqual(['pointClosed'])
    await s.db.update(welcomePoint, gate, { isOpen: true })
    expect((await s.fdy.get('welcome/welcomeScan/points')).data).toEqual([])
    expect(ok(await bo.get<Array<OutputOf<typeof myPoints>>>('welcome/welcomeScan/points')).map(p => p?.steps.length)).toEqual([2, 1])
  })
  it('finds people without a phone by name and the end of their document', async () => {
    const who = await arrival({ name: '欧阳若水' })
    const last4 = who.idNo.slice(-4)
    expect(ok(await look(anna, { name: '欧阳若水', last4 }))).toMatchObject({ name: '欧阳若水', mustCheckId: true })
    expect(rulesOf(await look(anna, { name: '欧阳若水', last4: '0000' }))).toEqual(['nobody'])
    ok(await scan(anna, { name: '欧阳若水', last4, idChecked: true }))
    expect((await s.state(batchId, who, 'gate')).state).toBe('done')
  })
  it('refuses people of another batch', async () => {
    const who = await arrival()
    const code = await codeOf(who)
    await s.db.query(sql`update welcome_point set batch_id = ${await s.draft([GATE])} where id = ${gate}`)
    await s.db.query(sql`update welcome_batch set state = 'published' where id = (select batch_id from welcome_point where id = ${gate})`)
    expect(rulesOf(await look(anna, { code }))).toEqual(['otherBatch'])
    await s.db.query(sql`update welcome_batch set state = 'cancelled' where id = (select batch_id from welcome_point where id = ${gate})`)
    await s.db.query(sql`update welcome_point set batch_id = ${batchId} where id = ${gate}`)
  })
})
describe('30-WS6 a scan', () => {
  it('of two scanners at once counts once, and the other is told who did it and when', async () => {
    const who = await arrival()
    const code = await codeOf(who)
    const answers = (await Promise.all([scan(anna, { code }), scan(bo, { code }), scan(anna, { code })])).map(ok)
    expect(answers.map(a => a.isRepeat).sort()).toEqual([false, true, true])
    expect(new Set(answers.map(a => a.by)).size).toBe(1)
    expect(await s.db.unscoped(welcomeScan).count({ studentId: who.id })).toBe(1)
  })
  it('without a network comes later with the device’s time; what was done meanwhile stays, and nothing is done twice', async () => {
    const [a, b] = [await arrival(), await arrival()]
    const { code: first, until } = await codes(a)
    const second = await codeOf(b)
    const at = new Date(Date.parse(until) - 60_001).toISOString() // a clock behind the server's: just before the code was made
    ok(await scan(bo, { code: second }))
    const queued = [first, second].flatMap(code => [
      { code, at },
      { code, at },
    ])
    const answers = (await Promise.all(queued.map(entry => scan(anna, { ...entry, idChecked: true })))).map(ok)
    expect(answers.map(x => x.isRepeat).sort()).toEqual([false, true, true, true])
    const late = await s.state(batchId, a, 'gate')
    expect([late.channel, Date.parse(late.at ?? '')]).toEqual(['offline', Date.parse(at)])
    expect((await s.state(batchId, b, 'gate')).by).toBe(bo.userId)
    expect(rulesOf(await scan(anna, { code: first, at: inHours(-30) }))).toEqual(['deviceTime'])
  })
})
describe('30-WS7 undoing', () => {
  it('is for one’s own scan and ten minutes; later admissions do it with a reason', async () => {
    const who = await arrival()
    ok(await scan(anna, { code: await codeOf(who) }))
    const own = await last(anna)
    expect(own).toMatchObject({ step: '进校签到', mayUndo: true })
    expect((await bo.post('welcome/welcomeScan/undo', { id: own?.id })).code).toBe(404)
    ok(await anna.post('welcome/welcomeScan/undo', { id: own?.id }))
    expect([(await s.state(batchId, who, 'gate')).state, (await s.state(batchId, who, 'key')).state]).toEqual(['open', 'locked'])
    expect((await s.member(batchId, who)).arrivedAt).toBe(null)
    ok(await scan(anna, { code: await codeOf(who) }))
    const again = await last(anna)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(rulesOf(await anna.post('welcome/welcomeScan/undo', { id: again?.id }))).toEqual(['undoLate'])
    vi.useRealTimers()
    const { id } = await s.member(batchId, who)
    expect((await s.college.post('welcome/welcomeMember/reopen', { id, code: 'gate', remark: '扫错人' })).code).toBe(403)
    expect((await s.admissions.post('welcome/welcomeMember/reopen', { id, code: 'gate' })).code).not.toBe(200)
    ok(await s.admissions.post('welcome/welcomeMember/reopen', { id, code: 'gate', remark: '扫错人' }))
    expect((await s.state(batchId, who, 'gate')).state).toBe('open')
  })
})
it('30-WS8 the first step on site says since when somebody is here; the time never moves later, and the roll follows', async () => {
  const who = await arrival()
  const code = await codeOf(who)
  ok(await scan(bo, { code, pointId: dorm, stepCode: 'card' }))
  const { arrivedAt } = await s.member(batchId, who)
  expect(arrivedAt).toBe((await s.state(batchId, who, 'card')).at)
  await s.server.settle()
  expect(await s.onRoll(who.id)).toMatchObject({ state: 'arrived', arrivedAt })
  ok(await scan(anna, { code: await codeOf(who) }))
  expect((await s.member(batchId, who)).arrivedAt).toBe(arrivedAt)
  expect(await sent('welcome.next', who.actor.userId)).toMatchObject([{ values: { step: '进校签到', point: '东门' } }, { values: { step: '领钥匙', point: '7号楼大厅' } }])
})
it('30-WS5 the board counts by college, major and class inside the reader’s scope, and leads to calls', async () => {
  const who = await arrival()
  const read = async (by: Actor, input = {}) => ok(await by.get<OutputOf<typeof board>>('welcome/welcomeMember/board', { batchId, ...input }))
  const before = await read(s.admissions)
  ok(await scan(anna, { code: await codeOf(who) }))
  const after = await read(s.admissions)
  expect([after.total, after.arrived, after.done]).toEqual([before.total, before.arrived + 1, before.done])
  expect(after.groups).toMatchObject([{ name: '信息工程学院', total: after.total }])
  expect((await read(s.college, { departmentId: s.ids.info })).groups).toMatchObject([{ name: '软件技术', total: after.total }])
  expect((await read(await s.as({ roles: ['college'], departmentId: s.ids.art }))).total).toBe(0)
  const gone = await arrival()
  expect((await read(s.admissions)).total).toBe(after.total + 1)
  await s.db.query(sql`update admitted_student set state = 'declined' where id = ${gone.id}`)
  expect((await read(s.admissions)).total).toBe(after.total)
  const late = await arrival()
  const { id } = await s.member(batchId, late)
  ok(await s.college.post('welcome/welcomeMember/call', { id, result: 'coming', note: '火车晚点' }))
  expect(ok(await s.college.get<OutputOf<typeof callCard>>('welcome/welcomeMember/callCard', { id }))).toMatchObject({
    phone: '13812342071',
    calls: [{ result: 'coming', by: '陈书记' }],
  })
})
it('30-WS9 closing hands who lacks required steps to counsellors, until they are settled', async () => {
  const who = await arrival()
  await s.db.query(sql`update student set class_id = ${s.ids.s2301} where id = ${who.id}`)
  const id = await s.published([{ code: 'phone' }, { code: 'extra', required: false }])
  ok(await s.admissions.post('welcome/welcomeBatch/close', { id, reason: '报到结束' }))
  const open = async () =>
    (await s.db.query<{ title: string }>(sql`select title from todo where biz_type = 'welcomeUnfinished' and biz_id = ${id} and user_id = ${s.fdy.userId} and state = 'open'`)).map(
      t => t.title,
    )
  expect(await open()).toEqual([expect.stringContaining('1 名新生')])
  const member = await s.member(id, who)
  ok(await s.fdy.post('welcome/welcomeMember/settle', { id: member.id, code: 'phone', remark: '电话核对' }))
  await s.db.tx(recountUnfinished)
  expect(await open()).toEqual([])
})
