import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { societyFundEntry } from './model/fund.ts'
import { societyMember } from './model/member.ts'
import { society } from './model/society.ts'
import { chargeYear } from './server/fees.ts'
import { silent } from './server/jobs.ts'
import { ok, type Pupil, ruleOf, type SocietySchool, societySchool } from './testing.ts'

let s: SocietySchool
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await societySchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const act = (by: Actor, verb: string, body: object) => by.post<{ state: string }>(`society/societyMember/${verb}`, body)
interface Mine {
  mine: Array<{ society: string; state: string; role: string }>
  kept: Array<{ id: string; as: string; mayManage: boolean; requests: Array<{ id: string; mayAnswer: boolean }>; people: Array<{ name: string }> }>
}
const mine = async (who: Actor): Promise<Mine> => ok(await who.get<Mine>('society/societyMember/mine'))

describe('60-SO4 memberships', () => {
  it('60-SO4 are two at most; the refusal names both', async () => {
    const who = await s.pupil({ name: '孙多加' })
    const names = ['棋社', '诗社', '茶社']
    const [one = '', two = '', three = ''] = await Promise.all(names.map(name => s.society({ name })))
    expect(ok(await s.join(who, one)).state).toBe('active')
    expect(ruleOf(await s.join(who, one))).toBe('already')
    ok(await s.join(who, two))
    const third = await s.join(who, three)
    expect(ruleOf(third)).toBe('most')
    expect([third.msg.includes('棋社'), third.msg.includes('诗社')]).toEqual([true, true])
    expect(ruleOf(await s.league.post('society/societyMember/add', { societyId: three, studentId: who.id, role: 'member' }))).toBe('most')
    ok(await act(who.actor, 'leave', { id: (await s.member(one, who)).id }))
    expect(ok(await s.join(who, three)).state).toBe('active')
    expect((await told('society.joined', who.actor.userId)).length).toBe(3)
  })
  it('60-SO4 one place that is left goes to one of three societies joined at once from two phones', async () => {
    const who = await s.pupil()
    ok(await s.join(who, await s.society()))
    const ids = await Promise.all([s.society(), s.society(), s.society()])
    const answers = await Promise.all(ids.map(id => s.join(who, id)))
    expect(answers.filter(a => a.code === 200).length).toBe(1)
    expect(answers.filter(a => a.code !== 200).map(ruleOf)).toEqual(['most', 'most'])
    expect(await s.db.unscoped(societyMember).count({ studentId: who.id, state: 'active' })).toBe(2)
  })
  it('60-SO4 a cap is never passed, however many come at once, nor lowered below who is in', async () => {
    const id = await s.society({ memberCap: 4 })
    const crowd: Pupil[] = []
    for (let n = 0; n < 9; n++) crowd.push(await s.pupil())
    const answers = await Promise.all(crowd.map(who => s.join(who, id)))
    expect(answers.filter(a => a.code === 200).length).toBe(4)
    expect(new Set(answers.filter(a => a.code !== 200).map(ruleOf))).toEqual(new Set(['full']))
    const { version } = await s.row(id)
    expect(ruleOf(await s.league.post('society/society/update', { id, version, memberCap: 3 }))).toBe('capTaken')
    const [shown] = ok(await (crowd[0] as Pupil).actor.get<Array<{ id: string; placesLeft: number }>>('society/society/square')).filter(r => r.id === id)
    expect(shown?.placesLeft).toBe(0)
  })
  it('60-SO4 a student heads one society, and a society has one head, whoever names them at once', async () => {
    const [who, other] = [await s.pupil({ name: '周会长' }), await s.pupil()]
    const ids = await Promise.all([s.society(), s.society()])
    const answers = await Promise.all(ids.map(societyId => s.league.post('society/societyMember/add', { societyId, studentId: who.id, role: 'head' })))
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(ruleOf(answers.find(a => a.code !== 200) ?? (answers[0] as never))).toBe('headElsewhere')
    const led = ids[answers.findIndex(a => a.code === 200)]
    const second = await s.league.post('society/societyMember/add', { societyId: led, studentId: other.id, role: 'head' })
    expect([ruleOf(second), second.msg.includes('周会长')]).toEqual(['headTaken', true])
    expect(ruleOf(await act(who.actor, 'leave', { id: (await s.member(led ?? '', who)).id }))).toBe('headLeaves')
    const list = ok(await s.league.get<{ result: Array<{ id: string; headName: string | null }> }>('society/society/list', { id: led }))
    expect(list.result.map(row => [row.id, row.headName])).toEqual([[led, '周会长']])
  })
})
describe('60-SO7 joining by review', () => {
  it('60-SO7 is answered by head or deputy of that society alone', async () => {
    const id = await s.society({ joinWay: 'review' })
    const [head, stranger, who] = [await s.pupil({ name: '吴社长' }), await s.pupil(), await s.pupil({ name: '郑新人' })]
    await s.enter(id, head, 'head')
    await s.enter(await s.society(), stranger, 'head')
    expect(ok(await s.join(who, id, '喜欢下棋')).state).toBe('asked')
    expect(ruleOf(await s.join(who, id))).toBe('pending')
    expect((await told('society.asked', head.actor.userId)).length).toBe(1)
    const { id: row } = await s.member(id, who)
    expect(ruleOf(await act(stranger.actor, 'accept', { id: row }))).toBe('notYours')
    expect(ruleOf(await act(who.actor, 'accept', { id: row }))).toBe('notYours')
    expect((await mine(head.actor)).kept).toMatchObject([{ id, as: 'head', mayManage: true, requests: [{ id: row, mayAnswer: true }] }])
    expect((await mine(stranger.actor)).kept.some(k => k.id === id)).toBe(false)
    expect(ok(await act(head.actor, 'accept', { id: row })).state).toBe('active')
    expect(ruleOf(await act(head.actor, 'accept', { id: row }))).toBe('state')
    const next = await s.pupil()
    ok(await s.join(next, id))
    ok(await act(head.actor, 'decline', { id: (await s.member(id, next)).id, reason: '本学期不再招新' }))
    expect((await told('society.declined', next.actor.userId)).map(m => m.values?.why)).toEqual(['本学期不再招新'])
    expect(ok(await s.join(next, id)).state).toBe('asked')
  })
  it('60-SO7 a head who keeps silent is urged, then the advisor decides', async () => {
    const id = await s.society({ joinWay: 'review' })
    const [head, who] = [await s.pupil(), await s.pupil()]
    await s.enter(id, head, 'head')
    ok(await s.join(who, id))
    const { id: row } = await s.member(id, who)
    expect(ruleOf(await act(s.advisor, 'accept', { id: row }))).toBe('advisorLater')
    await silent(s.db, Date.now() + 5 * DAY_MS + 1000)
    expect((await told('society.overdue', head.actor.userId)).length).toBe(1)
    expect(ruleOf(await act(s.advisor, 'accept', { id: row }))).toBe('advisorLater')
    await silent(s.db, Date.now() + 7 * DAY_MS + 1000)
    expect((await mine(s.advisor)).kept.find(k => k.id === id)).toMatchObject({ as: 'advisor', mayManage: false, requests: [{ id: row, mayAnswer: true }] })
    expect(ok(await act(s.advisor, 'accept', { id: row })).state).toBe('active')
  })
  it('60-SO7 without a head the advisor is asked at once', async () => {
    const id = await s.society({ joinWay: 'review' })
    const who = await s.pupil()
    ok(await s.join(who, id))
    expect(ok(await act(s.advisor, 'accept', { id: (await s.member(id, who)).id })).state).toBe('active')
  })
})
it('60-SO6 students from Hong Kong, Macao, Taiwan and abroad join after one more confirmation by the office', async () => {
  const id = await s.society()
  const who = await s.pupil({ nationalityCode: '344', idType: '6', idNo: 'H12345678' })
  expect(ok(await s.join(who, id)).state).toBe('confirming')
  const { id: row } = await s.member(id, who)
  expect((await act(s.league, 'confirm', { id: row })).code).toBe(403)
  expect(ok(await act(s.officer, 'confirm', { id: row })).state).toBe('active')
  await setParams(s, 'society', { confirmsOutside: false })
  expect(ok(await s.join(await s.pupil({ nationalityCode: '446', idType: '6', idNo: 'M12345678' }), id)).state).toBe('active')
  await setParams(s, 'society', { confirmsOutside: true })
})
it('60-SO13 a suspended society takes nobody, one that is closed neither, and goes on as what it was', async () => {
  const id = await s.society()
  await s.db.update(society, id, { state: 'probation' })
  const [head, who] = [await s.pupil(), await s.pupil()]
  await s.enter(id, head, 'head')
  expect((await head.actor.post('society/society/suspend', { id, reason: '未按时年审' })).code).toBe(403)
  ok(await s.college.post('society/society/suspend', { id, reason: '未按时年审' }))
  expect((await told('society.suspended', head.actor.userId)).map(m => m.values?.why)).toEqual(['未按时年审'])
  expect(ruleOf(await s.join(who, id))).toBe('notRunning')
  ok(await s.league.post('society/society/resume', { id }))
  expect((await s.row(id)).state).toBe('probation')
  expect(ruleOf(await s.join(who, await s.society({ joinWay: 'closed' })))).toBe('closed')
})
it('60-SO a member is removed by the head after being heard', async () => {
  const id = await s.society()
  const [head, who] = [await s.pupil(), await s.pupil()]
  await s.enter(id, head, 'head')
  const row = await s.enter(id, who)
  expect(ruleOf(await act(head.actor, 'removeMember', { id: row }))).toBe('notAsked')
  ok(await act(head.actor, 'askRemoval', { id: row, reason: '连续三次缺席' }))
  expect(ruleOf(await act(head.actor, 'removeMember', { id: row }))).toBe('hearing')
  expect((await act(head.actor, 'answerRemoval', { id: row, statement: '我替他说' })).code).toBe(404)
  ok(await act(who.actor, 'answerRemoval', { id: row, statement: '那几天在实习' }))
  ok(await act(head.actor, 'removeMember', { id: row }))
  expect(await s.member(id, who)).toMatchObject({ state: 'left', leaveReason: '连续三次缺席', role: 'member' })
  expect((await told('society.removed', who.actor.userId)).length).toBe(1)
})
describe('60-SO8 member fees', () => {
  const linesOf = (who: Pupil) => s.db.unscoped(billLine).all({ studentId: who.id, sourceType: 'societyMember' })
  it('60-SO8 are lines of the fees while the school allows them; leaving within fourteen days owes nothing', async () => {
    const fee = (memberFee: number) => s.league.post('society/society/add', s.draft({ memberFee }))
    expect(ruleOf(await fee(20_00))).toBe('feeOff')
    await s.db.insert(chargeItem, { code: 'societyFee', name: '社团会费', nature: 'dues', period: 'year', receiptKind: 'internal', refundRule: 'none' } as never)
    await setParams(s, 'society', { feesAllowed: true })
    expect(ruleOf(await fee(31_00))).toBe('feeMost')
    const id = ok(await s.league.post<{ id: string }>('society/society/add', s.draft({ memberFee: 20_00 }))).id
    const [who, stays] = [await s.pupil(), await s.pupil()]
    ok(await s.join(who, id))
    ok(await s.join(stays, id))
    expect((await linesOf(who)).map(l => l.charged)).toEqual([20_00])
    ok(await act(who.actor, 'leave', { id: (await s.member(id, who)).id }))
    expect((await linesOf(who)).map(l => l.charged)).toEqual([0])
    await s.db.updateWhere(societyMember, { societyId: id, studentId: stays.id }, { joinedOn: addDays(today(), -15) })
    ok(await act(stays.actor, 'leave', { id: (await s.member(id, stays)).id }))
    expect((await linesOf(stays)).map(l => l.charged)).toEqual([20_00])
    ok(await s.join(who, id))
    expect((await linesOf(who)).map(l => l.charged)).toEqual([20_00])
    expect(await chargeYear(s.db)).toBe(0)
    expect(await chargeYear(s.db, '2098-2099')).toBe(1)
    expect((await linesOf(who)).map(l => l.charged)).toEqual([20_00, 20_00])
    await setParams(s, 'society', { feesAllowed: false })
  })
  it('60-SO8 what members pay by the bills is in the fund once, and what is given back leaves it', async () => {
    const id = await s.society()
    const who = await s.pupil()
    await s.enter(id, who)
    const { id: sourceId } = await s.member(id, who)
    const item = (await s.db.unscoped(chargeItem).all({ code: 'societyFee' }))[0]
    const payer = { payerType: 'student', payerId: who.id, studentId: who.id, payerName: '会员', itemId: item?.id, xn: '2026-2027', dueDate: today(), explain: { note: '' } }
    const line = await s.db.insert(billLine, { ...payer, sourceType: 'societyMember', sourceId, sourceSeq: '2026-2027', charged: 20_00, paid: 20_00 } as never)
    const tell = async (event: 'fee.paid' | 'fee.refunded') => {
      await s.db.emit(event, { lineId: line.id, sourceType: 'societyMember', sourceId, studentId: who.id, amount: 20_00, orderId: crypto.randomUUID() })
      await s.server.settle()
      return (await s.row(id)).balance
    }
    expect(await tell('fee.paid')).toBe(20_00)
    expect(await tell('fee.paid')).toBe(20_00)
    await s.db.update(billLine, line.id, { paid: 0 } as never)
    expect(await tell('fee.refunded')).toBe(0)
    expect((await s.db.unscoped(societyFundEntry).all({ accountId: id }, { sort: ['createdAt'] })).map(e => [e.kind, e.amount])).toEqual([
      ['memberFee', 20_00],
      ['refund', -20_00],
    ])
  })
})
it('60-SO5 a teacher on duty advises two societies at most, whoever registers them at once', async () => {
  await setParams(s, 'society', { advisorMost: 2 })
  const answers = await Promise.all([1, 2, 3].map(() => s.league.post('society/society/add', s.draft({ advisorId: s.ids.lin }))))
  expect(answers.map(a => a.code).sort()).toEqual([200, 200, 422])
  expect(answers.filter(a => a.code !== 200).map(ruleOf)).toEqual(['advisorFull'])
  expect(ruleOf(await s.league.post('society/society/add', s.draft({ advisorId: s.ids.lin, otherAdvisorIds: [s.ids.lin] })))).toMatch(/^advisor/)
  await setParams(s, 'society', { advisorMost: 50 })
})
it('60-SO whoever is no longer at school leaves with that reason, and a punishment makes somebody look at a post', async () => {
  const id = await s.society()
  const [who, head] = [await s.pupil(), await s.pupil()]
  ok(await s.join(who, id))
  await s.enter(id, head, 'head')
  await s.db.emit('student.statusChanged', { studentId: who.id, from: 'active', to: 'suspended', effectiveDate: today(), changeId: null, reversed: false })
  await s.db.emit('discipline.effective', { punishmentId: crypto.randomUUID(), studentId: head.id, level: 'warning', from: today(), to: null })
  await s.server.settle()
  expect(await s.member(id, who)).toMatchObject({ state: 'left', leaveReason: '休学' })
  expect((await s.member(id, head)).postDoubt).toBeNull()
})
it('60-SO who has left is taken in again by staff, within the same limits', async () => {
  const id = await s.society()
  const who = await s.pupil()
  await s.enter(id, who)
  const { id: row } = await s.member(id, who)
  expect(ruleOf(await act(s.league, 'readmit', { id: row }))).toBe('state')
  ok(await act(who.actor, 'leave', { id: row }))
  const again = await s.league.post('society/societyMember/add', { societyId: id, studentId: who.id, role: 'member' })
  expect([ruleOf(again), again.msg.includes('重新加入')]).toEqual(['onRoster', true])
  for (const other of [await s.society(), await s.society()]) await s.enter(other, who)
  expect(ruleOf(await act(s.league, 'readmit', { id: row }))).toBe('most')
  ok(await act(who.actor, 'leave', { id: (await s.db.unscoped(societyMember).all({ studentId: who.id, state: 'active' }))[0]?.id }))
  expect((await act(who.actor, 'readmit', { id: row })).code).toBe(403)
  ok(await act(s.league, 'readmit', { id: row }))
  expect(await s.member(id, who)).toMatchObject({ state: 'active', role: 'member', leftOn: null })
})
it('60-SO names are unique among living societies, and a college society names its college', async () => {
  const name = '天文社'
  const id = await s.society({ name })
  const taken = await s.league.post('society/society/add', s.draft({ name }))
  expect([ruleOf(taken), taken.msg.includes((await s.row(id)).code)]).toEqual(['nameTaken', true])
  expect(ruleOf(await s.league.post('society/society/add', s.draft({ level: 'college' })))).toBe('collegeMissing')
})
