import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#model/days.ts'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { causedBy } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { loanChange } from './model/change.ts'
import { loanConfirmation } from './model/confirmation.ts'
import { loanDefault } from './model/default.ts'
import leavingItems from './server/confirmation.ts'
import { type Borrower, type LoanSchool, loanSchool, ruleOf } from './testing.ts'

let s: LoanSchool
let profileId: string
beforeAll(async () => {
  s = await loanSchool()
  profileId = (await s.db.unscoped(exportProfile).find({ dataset: 'loanChange' }))?.id ?? ''
})
afterAll(() => s.close())
const running = (name: string) => s.running(name)
const confirmationOf = ({ id }: Borrower) => s.db.unscoped(loanConfirmation).find({ studentId: id })
const changesOf = ({ id }: Borrower) => s.db.unscoped(loanChange).all({ studentId: id }, { sort: ['createdAt'] })
const todosOf = ({ actor }: Borrower) =>
  s.db.query<{ title: string }>(sql`select title from todo where tenant_id = ${s.tenantId} and user_id = ${actor.userId} and biz_type = 'loanConfirmation' and state = 'open'`)
const contacts = { phone: '13800001111', address: '江苏省南京市' }
const settled = async ({ id }: Borrower): Promise<boolean> => {
  const item = leavingItems.find(i => i.kind === 'leavingItem') as unknown as { settled(db: typeof s.db, of: ReturnType<typeof sql>): ReturnType<typeof sql> }
  return (await s.db.query(item.settled(s.db, sql`select ${id}::uuid`))).length > 0
}

describe('40-L7 a borrower who leaves confirms contacts, balance and plan', () => {
  it('30-SC2 has the loans on the sheet of a change that ends or interrupts the studies', async () => {
    const who = await running('韩零')
    expect(await causedBy(s, 'withdrawal', who.actor)).toContainEqual(['助学贷款', '1 笔，余额 ¥12,000.00，须办理还款确认'])
    expect(await causedBy(s, 'suspension', who.actor)).toContainEqual(['助学贷款', '1 笔，余额 ¥12,000.00，变更报送银行'])
  })
  it('is asked when the leaving list opens, and confirms with a signature', async () => {
    const who = await running('韩一')
    expect(await settled(who)).toBe(false)
    await s.db.emit('student.clearanceOpened', { studentId: who.id, items: ['loan'] })
    await s.db.emit('student.graduated', { batchId: randomUUID(), studentIds: [who.id] })
    await s.server.settle()
    expect([await confirmationOf(who), (await todosOf(who)).length, (await s.loanOf(who.loanId)).state]).toEqual([
      expect.objectContaining({ state: 'open', loans: 1, balance: 12_000_00 }),
      1,
      'graduating',
    ])
    const confirm = async (months = 180) =>
      who.actor.post<{ firstPayOn: string; monthly: number }>('loan/loanConfirmation/confirm', { months, signature: await s.picture(who.actor) })
    expect(ruleOf(await confirm())).toBe('contacts')
    expect((await who.actor.post('loan/loanConfirmation/contacts', contacts)).code).toBe(200)
    await s.db.update(loanConfirmation, (await confirmationOf(who))?.id ?? '', { contactsAt: new Date(Date.now() - 31 * DAY_MS).toISOString() })
    expect(ruleOf(await confirm())).toBe('contacts')
    await who.actor.post('loan/loanConfirmation/contacts', contacts)
    expect(ruleOf(await confirm(265))).toBe('months')
    const done = await confirm()
    expect([done.code, done.data.firstPayOn > today(), done.data.monthly > 0]).toEqual([200, true, true])
    expect([(await s.loanOf(who.loanId)).state, (await todosOf(who)).length, await settled(who), ruleOf(await confirm())]).toEqual(['confirmed', 0, true, 'done'])
    expect((await who.actor.get('loan/loanConfirmation/mine')).data).toMatchObject({
      state: 'confirmed',
      phone: '13800001111',
      loans: [expect.objectContaining({ arrived: 12_000_00 })],
    })
  })
  it('is asked of whoever leaves early, and of nobody without a running loan', async () => {
    const [who, free] = [await running('韩二'), await s.borrower('韩三')]
    for (const { id } of [who, free])
      await s.db.emit('student.statusChanged', { studentId: id, from: 'active', to: 'withdrawn', effectiveDate: today(), changeId: randomUUID(), reversed: false })
    await s.server.settle()
    expect([(await confirmationOf(who))?.state, await confirmationOf(free), await settled(free)]).toEqual(['open', undefined, true])
    expect((await changesOf(who)).map(c => c.kind)).toEqual(['leave'])
  })
})
describe('40-L8 what happens to a borrower is in the file of its month', () => {
  const tell = (who: Borrower, from: string, to: string, changeId: string, reversed = false) =>
    s.db.emit('student.statusChanged', { studentId: who.id, from, to, effectiveDate: today(), changeId, reversed })
  it('notes leave of absence and enlistment once, and takes back what was reversed', async () => {
    const [who, id] = [await running('杨一'), randomUUID()]
    await tell(who, 'active', 'suspended', id)
    await tell(who, 'active', 'suspended', id)
    await s.db.emit('enlistment.stageChanged', { recordId: randomUUID(), studentId: who.id, stage: 'enlisted' })
    await s.server.settle()
    expect((await changesOf(who)).map(c => c.kind).sort()).toEqual(['enlist', 'suspend'])
    await tell(who, 'suspended', 'active', id, true)
    await s.server.settle()
    expect((await changesOf(who)).map(c => c.kind)).toEqual(['enlist'])
  })
  it('reports each change once, also of two who report at once, and takes back by a further one what the bank knows', async () => {
    const [who, id] = [await running('杨二'), randomUUID()]
    await tell(who, 'active', 'suspended', id)
    await s.server.settle()
    const report = (by: Actor) => by.post('loan/loanChange/exportChange', { month: today().slice(0, 7), profileId, password: 'eight or more', reason: '月报' })
    const both = await Promise.all([report(s.officer), report(s.second)])
    expect([both.map(a => a.code).sort(), both.flatMap(a => ruleOf(a) ?? [])]).toEqual([[200, 422], ['nothing']])
    expect((await changesOf(who)).map(c => c.reportedOn)).toEqual([today()])
    expect(ruleOf(await report(s.officer))).toBe('nothing')
    await tell(who, 'suspended', 'active', id, true)
    await s.server.settle()
    expect((await changesOf(who)).map(c => [c.kind, c.note])).toEqual([
      ['suspend', null],
      ['revoke', '休学'],
    ])
  })
})
describe('40-L9 after graduation', () => {
  it('takes contacts from alumni and tells the bank', async () => {
    const who = await running('许一')
    await s.db.emit('student.clearanceOpened', { studentId: who.id, items: [] })
    await s.server.settle()
    await who.actor.post('loan/loanConfirmation/contacts', contacts)
    await who.actor.post('loan/loanConfirmation/confirm', { months: 120, signature: await s.picture(who.actor) })
    await s.db.query(sql`delete from sys_user where student_id = ${who.id}`)
    const alumnus = await s.as({ roles: ['alumnus'], studentId: who.id })
    expect((await alumnus.post('loan/loanConfirmation/contacts', { phone: '13900002222' })).code).toBe(200)
    expect([(await confirmationOf(who))?.phone, (await changesOf(who)).map(c => c.kind)]).toEqual(['13900002222', ['contact']])
  })
  it('shows default lists to the office alone, amounts with a reason', async () => {
    const who = await running('许二')
    const added = await s.officer.post<{ id: string }>('loan/loanDefault/add', { studentId: who.id, bank: '1', asOf: '2026-10-31', overdue: 300_00, days: 30 })
    expect(added.code).toBe(200)
    const list = await s.officer.get<{ result: Array<Record<string, unknown>> }>('loan/loanDefault/list')
    expect(JSON.stringify(list.data.result)).not.toContain('30000')
    for (const by of [s.fdy, s.finance, who.actor]) expect((await by.get('loan/loanDefault/list')).code).toBe(403)
    const twice = await s.officer.post('loan/loanDefault/add', { studentId: who.id, bank: '1', asOf: '2026-10-31', overdue: 300_00 })
    expect([twice.code === 200, await s.db.unscoped(loanDefault).count({ studentId: who.id })]).toEqual([false, 1])
  })
})
