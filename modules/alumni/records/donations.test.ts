import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { changeCharges, takeMoney } from '#modules/fee/bills/server/api.ts'
import { today } from '#server/base/today.ts'
import { CHECK_KEY, checkCode } from '#server/print/check-code.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { expectLedger } from '#testing/ledger.ts'
import { serial } from '#testing/serial.ts'
import { donation, donationEntry, donationLedger } from './model/donation.ts'
import { donationProject } from './model/donation-project.ts'
import { lapseGifts } from './server/gifts.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok, ruleOf } from './testing.ts'

let s: AlumniSchool
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await alumniSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const give = (who: Graduate, projectId: string, amount: number, more: object = {}) => who.actor.post<{ no: string }>('alumni/donation/give', { projectId, amount, ...more })
const rowOf = async (no: string) => {
  const row = await s.db.unscoped(donation).find({ no })
  if (!row) throw new Error(`no gift ${no}`)
  return row
}
const projectOf = (id: string) => s.db.unscoped(donationProject).one(id)
const lineOf = async (no: string) => s.db.unscoped(billLine).one((await rowOf(no)).billLineId ?? '')
const pay = async (no: string, sourceId = `paid${serial('pay')}`) => {
  const line = await lineOf(no)
  await takeMoney(s.db, { sourceType: 'test', sourceId }, 'own', [{ lineId: line.id, amount: line.charged }])
}
const register = (projectId: string, more: object = {}) =>
  s.finance.post<{ no: string }>('alumni/donation/register', { projectId, donorName: '江城企业', kind: 'money', amount: 500_00, paidBy: 'bank', receivedOn: today(), ...more })
const sumOf = async (projectId: string, kind: 'money' | 'use') => (await s.db.unscoped(donationEntry).all({ accountId: projectId, kind })).reduce((sum, e) => sum + e.amount, 0)

expectLedger(donationLedger, {
  school: () => s,
  own: { on: '2026-09-01' },
  newAccount: async () =>
    (
      await s.db.insert(donationProject, {
        title: `项目${serial('project')}`,
        purpose: 'other',
        goal: 100,
        from: '2026-01-01',
        to: '2026-12-31',
        text: '测试',
        state: 'open',
      } as never)
    ).id,
})
describe('30-AD1 a gift online', () => {
  it('30-AD1 counts once it is paid, once however often that is told, and not any more when the money is given back', async () => {
    const [who, projectId] = [await s.graduate(), await s.project()]
    const { no } = ok(await give(who, projectId, 200_00))
    expect([(await rowOf(no)).state, (await projectOf(projectId)).received]).toEqual(['pledged', 0])
    const line = await lineOf(no)
    expect([line.charged, line.payerId]).toEqual([200_00, who.id])
    await pay(no)
    await s.server.settle()
    for (const _ of [1, 2])
      await s.db.emit('fee.paid', { lineId: line.id, sourceType: 'donation', sourceId: (await rowOf(no)).id, studentId: who.id, amount: 200_00, orderId: 'again' })
    await s.server.settle()
    expect([(await rowOf(no)).state, (await rowOf(no)).receivedOn, (await projectOf(projectId)).received]).toEqual(['received', today(), 200_00])
    expect((await told('alumni.received', who.actor.userId)).length).toBe(1)
    await changeCharges(s.db, { sourceType: 'test', sourceId: `back${serial('pay')}` }, [{ lineId: line.id, kind: 'charge', amount: -200_00 }])
    await s.server.settle()
    expect([(await rowOf(no)).state, (await projectOf(projectId)).received, await sumOf(projectId, 'money')]).toEqual(['reversed', 0, 0])
  })
  it('30-AD1 many at once: the sum of the project is that of its ledger at all times', async () => {
    const [who, projectId] = [await s.graduate(), await s.project()]
    const gifts = await Promise.all(Array.from({ length: 8 }, (_, n) => give(who, projectId, (n + 1) * 10_00)))
    await Promise.all(gifts.map(g => pay(ok(g).no)))
    await s.server.settle()
    expect([(await projectOf(projectId)).received, await sumOf(projectId, 'money')]).toEqual([360_00, 360_00])
    expect(await s.db.unscoped(donation).count({ projectId, state: 'received' })).toBe(8)
  })
  it('is withdrawn by its giver alone, and lapses unpaid; the line goes with it', async () => {
    const [who, other, projectId] = [await s.graduate(), await s.graduate(), await s.project()]
    const [one, two] = [ok(await give(who, projectId, 50_00)).no, ok(await give(who, projectId, 60_00)).no]
    const { id } = await rowOf(one)
    expect((await other.actor.post('alumni/donation/withdraw', { id })).code).toBe(404)
    ok(await who.actor.post('alumni/donation/withdraw', { id }))
    expect([(await rowOf(one)).state, (await lineOf(one)).charged]).toEqual(['lapsed', 0])
    expect(ruleOf(await who.actor.post('alumni/donation/withdraw', { id }))).toBe('state')
    await s.db.updateWhere(donation, { id: (await rowOf(two)).id }, { payBy: addDays(today(), -1) })
    expect(await lapseGifts(s.db)).toBe(1)
    expect([(await rowOf(two)).state, (await lineOf(two)).charged]).toEqual(['lapsed', 0])
    expect((await told('alumni.lapsed', who.actor.userId)).length).toBe(1)
  })
  it('is refused where the project takes none, with its name and state or day', async () => {
    const who = await s.graduate()
    const [closed, later] = [await s.project({ title: '已结束的' }), await s.project({ from: addDays(today(), 2), to: addDays(today(), 9) })]
    const over = await s.project({ from: addDays(today(), -9), to: addDays(today(), -1) })
    ok(await s.officer.post('alumni/donationProject/close', { id: closed }))
    const answers = await Promise.all([closed, later, over].map(id => give(who, id, 10_00)))
    expect(answers.map(ruleOf)).toEqual(['notOpen', 'notYet', 'over'])
    expect(answers[0]?.msg).toContain('已结束的')
    expect(ruleOf(await give(who, await s.project(), 50))).toBe('least')
  })
})
describe('30-AD2 an anonymous gift', () => {
  it('30-AD2 names nobody on any list, export or history without finance; finance has the register', async () => {
    const [who, projectId] = [await s.graduate({ name: '不留名的人' }), await s.project()]
    const { no } = ok(await give(who, projectId, 300_00, { isAnonymous: true }))
    await pay(no)
    await s.server.settle()
    const { id } = await rowOf(no)
    for (const by of [s.officer, s.finance]) {
      const list = JSON.stringify(await by.get(`alumni/donation/list?projectId=${projectId}`))
      expect([list.includes(no), list.includes('匿名')]).toEqual([true, true])
      expect([list.includes('不留名的人'), list.includes(who.id), list.includes(who.actor.userId)]).toEqual([false, false, false])
    }
    const shown = JSON.stringify(await who.actor.get('alumni/donation/giving'))
    expect([shown.includes('匿名'), shown.includes('不留名的人')]).toEqual([true, false])
    const entries = JSON.stringify(await s.officer.get(`alumni/donationEntry/list?accountId=${projectId}`))
    expect([entries.includes('不留名的人'), entries.includes(who.actor.userId)]).toEqual([false, false])
    const written = await s.db.query<{ n: number }>({
      text: 'select count(*)::int as n from operation_log where biz_id = $1::uuid and user_id = $2::uuid',
      values: [id, who.actor.userId],
    } as never)
    expect(written[0]?.n).toBe(0)
    expect((await s.officer.get(`alumni/donation/donors?projectId=${projectId}`)).code).toBe(403)
    const { donors } = ok(await s.finance.get<{ donors: Array<{ donorName: string; isAnonymous: boolean }> }>(`alumni/donation/donors?projectId=${projectId}`))
    expect(donors).toMatchObject([{ donorName: '不留名的人', isAnonymous: true }])
  })
})
describe('30-AD3 a gift by bank', () => {
  it('30-AD3 is entered with its receipt, printed as thanks that the check page knows, and reversed with a reason', async () => {
    const projectId = await s.project()
    expect(ruleOf(await register(projectId, { receivedOn: addDays(today(), 1) }))).toBe('future')
    expect(ruleOf(await register(projectId, { kind: 'goods' }))).toBe('goodsMissing')
    const { no } = ok(await register(projectId, { isOrganisation: true }))
    const { id } = await rowOf(no)
    ok(await s.finance.post('alumni/donation/enterReceipt', { id, receiptNo: '捐0001' }))
    expect((await rowOf(no)).receiptNo).toBe('捐0001')
    const paper = await s.finance.post('sheet/print/issue', { code: 'donationThanks', ids: [id] })
    expect(wordsOfPdf(paper.raw)).toEqual(expect.stringContaining('江城企业'))
    const [issue] = await s.db.query<{ id: string }>(sql`select id from print_issue where biz_id = ${id}::uuid`)
    const c = checkCode(s.server.core.key(CHECK_KEY), s.tenantId, issue?.id ?? '')
    expect((await s.anonymous.get('sheet/openApi/checkPaper', { c })).data).toMatchObject({ kind: '捐赠证书', state: 'valid' })
    expect((await s.officer.post('alumni/donation/reverse', { id, reason: '填错' })).code).toBe(403)
    ok(await s.finance.post('alumni/donation/reverse', { id, reason: '填错了' }))
    expect(ruleOf(await s.finance.post('alumni/donation/reverse', { id, reason: '填错了' }))).toBe('state')
    expect([(await projectOf(projectId)).received, await sumOf(projectId, 'money')]).toEqual([0, 0])
  })
  it('goods count apart, and one that was paid online is given back by its payment', async () => {
    const [who, projectId] = [await s.graduate(), await s.project()]
    ok(await register(projectId, { kind: 'goods', goods: '图书 200 册', amount: 900_00 }))
    expect(await projectOf(projectId)).toMatchObject({ received: 0, goods: 900_00 })
    const { no } = ok(await give(who, projectId, 10_00))
    await pay(no)
    await expect
      .poll(async () => {
        await s.server.settle()
        return (await rowOf(no)).state
      })
      .toBe('received')
    expect(ruleOf(await s.finance.post('alumni/donation/reverse', { id: (await rowOf(no)).id, reason: '退回' }))).toBe('paidOnline')
  })
})
it('30-AD4 uses are never more than came in, by two at once, nor after a gift is reversed; all alumni see them', async () => {
  const [who, projectId] = [await s.graduate(), await s.project({ title: '买书' })]
  const { no } = ok(await register(projectId, { amount: 800_00 }))
  const spend = (amount: number, on = today()) => s.finance.post('alumni/donationProject/spend', { id: projectId, amount, use: '购买图书', on })
  expect(ruleOf(await spend(10_00, addDays(today(), 1)))).toBe('future')
  const answers = await Promise.all([spend(500_00), spend(500_00)])
  expect(answers.map(a => a.code).sort()).toEqual([200, 422])
  const short = answers.find(a => a.code !== 200)
  expect([ruleOf(short as never), short?.msg.includes('买书'), short?.msg.includes('300'), short?.msg.includes('500')]).toEqual(['short', true, true, true])
  expect(ruleOf(await s.finance.post('alumni/donation/reverse', { id: (await rowOf(no)).id, reason: '退回' }))).toBe('short')
  expect([(await projectOf(projectId)).used, await sumOf(projectId, 'use')]).toEqual([500_00, 500_00])
  interface Shown {
    projects: Array<{ id: string; uses: Array<{ amount: number; use: string }> }>
  }
  const shown = ok(await who.actor.get<Shown>('alumni/donation/giving')).projects.find(p => p.id === projectId)
  expect(shown?.uses).toMatchObject([{ amount: 500_00, use: '购买图书' }])
})
