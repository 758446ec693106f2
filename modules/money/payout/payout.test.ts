import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveStatus } from '#modules/student/server/api.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { mismatches } from '#server/ledger/check.ts'
import { expectLedger } from '#testing/ledger.ts'
import { bankAccount } from './model/bank-account.ts'
import { fundAccount, fundLedger } from './model/fund-account.ts'
import { payOut, withdrawGrant } from './server/lists.ts'
import { type PayoutSchool, payoutSchool } from './testing.ts'

let s: PayoutSchool
beforeAll(async () => {
  s = await payoutSchool()
})
afterAll(() => s.close())
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
const [A, B, C] = [0, 1, 2]

describe('40-B1 nobody is paid twice for one thing', () => {
  it('race: a grant that is handed in by many at once is on one list, once; another month is another thing', async () => {
    const of = { source: 'subsidy', title: '助学金', ...s.month() } as const
    const grant = { grantId: 'same', studentId: s.who(A).id, amount: 300_00, what: '助学金' }
    const made = await Promise.all(Array.from({ length: 8 }, () => payOut(s.db, of, [grant])))
    expect([new Set(made.map(m => m.listId)).size, made.reduce((n, m) => n + m.count, 0)]).toEqual([1, 1])
    expect((await payOut(s.db, { ...of, sourceBatchId: 'other' }, [grant])).count).toBe(0)
    expect((await payOut(s.db, { ...of, ...s.month() }, [grant])).count).toBe(1)
    expect((await payOut(s.db, of, [{ ...grant, round: 2 }])).count).toBe(1)
    expect(await s.list(made[0]?.listId ?? '')).toMatchObject({ count: 2, total: 600_00, state: 'draft' })
  })
})
describe('40-B2 checking', () => {
  it('holds who has no account, whose holder is another, and who is not at school on the day; the rest proceeds', async () => {
    await s.who(C).actor.post('money/bankAccount/saveMine', { bankName: '1', cardNo: '6222020000000001234', holderName: '别人' })
    const nobody = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '无卡' }))).data.id
    await s.db.query(sql`update class_history set "to" = '2026-09-05' where tenant_id = ${s.tenantId} and student_id = ${s.who(B).id} and "to" is null`)
    await s.db.query(sql`insert into class_history (tenant_id, student_id, "from", status, class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause)
      select tenant_id, student_id, '2026-09-05', 'suspended', class_id, grade_major_id, major_id, department_id, campus_id, grade, level, gender_code, birth_date, cause
      from class_history where tenant_id = ${s.tenantId} and student_id = ${s.who(B).id}`)
    const all = [s.who(A).id, s.who(B).id, s.who(C).id, nobody].map(studentId => ({ studentId }))
    const id = await s.handIn('subsidy', all, s.month())
    await s.prepare(id, { bizDate: '2026-09-10' })
    expect((await s.check(id)).data).toEqual({ ready: 1, held: 3, total: 100_00 })
    expect((await s.lines(id)).map(l => l.heldFor ?? `${l.seq}`).sort()).toEqual(['1', 'name', 'noAccount', 'notAtSchool'])
    // on the day before, she was at school
    await s.maker.post('money/payoutList/reopen', { id, reason: '换日期' })
    await s.prepare(id, { bizDate: '2026-09-04' })
    expect((await s.check(id)).data.held).toBe(2)
    // a confirmed holder, and money that does not ask where one is
    const account = await s.db.unscoped(bankAccount).find({ studentId: s.who(C).id, isDefault: true })
    expect((await s.finance.post('money/bankAccount/confirmHolder', { id: account?.id })).code).toBe(200)
    expect((await s.check(id)).data.held).toBe(1)
    const award = await s.handIn('award', [{ studentId: s.who(B).id }], s.month())
    await s.prepare(award, { bizDate: '2026-09-10' })
    expect((await s.check(award)).data.held).toBe(0)
  })
  it('who leaves after the check is held at once; of a submitted list its maker is told, and neither approval nor export goes on', async () => {
    const nina = (await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '倪离' }))).data.id
    await (await selfOf(s, nina)).post('money/bankAccount/saveMine', { bankName: '1', cardNo: '6222020000000007777', holderName: '倪离' })
    const lists: string[] = []
    for (const [n, source] of (['subsidy', 'subsidy', 'subsidy', 'award'] as const).entries()) {
      const id = await s.handIn(source, [{ studentId: nina }, { studentId: s.who(A).id }], s.month())
      await s.prepare(id, { bizDate: '2099-01-01' })
      await s.check(id)
      if (n) await s.submit(id)
      if (n > 1) await s.approve(id, s.officer)
      if (n === 2) await s.approve(id, s.finance)
      lists.push(id)
    }
    const [checked = '', pending = '', approved = '', award = ''] = lists
    await s.db.tx(tx => moveStatus(tx, { studentId: nina, to: 'withdrawn', effectiveDate: '2026-12-01' }))
    await s.server.settle()
    expect((await s.lines(checked)).map(l => l.heldFor ?? l.state).sort()).toEqual(['notAtSchool', 'ready'])
    expect(await s.list(checked)).toMatchObject({ count: 1, heldCount: 1, total: 100_00 })
    const todos = () =>
      s.db.query<{ id: string }>(sql`select biz_id as id from todo where biz_type = 'payoutList' and node = 'left' and state = 'open' and user_id = ${s.maker.userId}`)
    expect((await todos()).map(t => t.id).sort()).toEqual([pending, approved].sort())
    await s.approve(pending, s.officer)
    const refused = await s.approve(pending, s.finance)
    expect([refused.code, refused.msg.includes('倪离在发放日不在校')]).toEqual([422, true])
    expect(ruleOf(await s.exportBank(approved))).toBe('money.payoutList.left')
    expect((await s.approve(award, s.finance)).code).toBe(200)
    for (const id of [pending, approved]) expect((await s.maker.post('money/payoutList/reopen', { id, reason: '有人离校' })).code).toBe(200)
    expect(await todos()).toEqual([])
    expect((await s.check(approved)).data).toMatchObject({ ready: 1, held: 1 })
  })
  it('lines that wait go to the next list once they are solved', async () => {
    const of = s.month()
    const id = await s.handIn('award', [{ studentId: s.who(A).id, grantId: 'held' }, { studentId: s.who(B).id }], of)
    await s.prepare(id)
    await s.check(id)
    const line = (await s.lines(id)).find(l => l.grantId === 'held')
    expect((await s.maker.post('money/payoutLine/hold', { id: line?.id, reason: '有异议' })).code).toBe(200)
    await s.check(id)
    expect(await s.states(id)).toEqual(['held', 'ready'])
    await s.submit(id)
    await s.approve(id, s.officer)
    await s.approve(id, s.finance)
    const next = await s.handIn('award', [{ studentId: s.who(C).id }], of)
    expect(next).not.toBe(id)
    expect((await s.maker.post<{ count: number }>('money/payoutList/bringHeld', { id: next })).data.count).toBe(1)
    expect([(await s.lines(id)).length, (await s.lines(next)).map(l => l.grantId).includes('held')]).toEqual([1, true])
  })
})
describe('40-B3 money is reserved once', () => {
  it('by the list’s approval, and a shortage refuses it with budget, reserved, spent and what is asked', async () => {
    const before = await s.fund()
    const id = await s.handIn('refund', [{ studentId: s.who(A).id, amount: 11_000_00 }], s.month())
    await s.prepare(id)
    await s.check(id)
    await s.submit(id)
    await s.approve(id, s.officer)
    const refused = await s.approve(id, s.finance)
    expect([refused.code, refused.msg.includes('预算 10,000.00'), refused.msg.includes('这次要 11,000.00')]).toEqual([422, true, true])
    expect([await s.fund(), (await s.list(id)).state]).toEqual([before, 'pending'])
  })
  it('race: of two lists that need the same money one is approved', async () => {
    const ids = await Promise.all([s.month(), s.month()].map(of => s.handIn('refund', [{ studentId: s.who(A).id, amount: 6000_00 }], of)))
    for (const id of ids) {
      await s.prepare(id)
      await s.check(id)
      await s.submit(id)
      await s.approve(id, s.officer)
    }
    const before = await s.fund()
    const both = await Promise.all(ids.map(id => s.approve(id, s.finance)))
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    expect((await s.fund()).reserved - before.reserved).toBe(6000_00)
    for (const id of ids) expect((await s.maker.post('money/payoutList/reopen', { id, reason: '清理' })).code).toBe(200)
    expect(await s.fund()).toEqual(before)
    expect(await mismatches(s.db, fundLedger)).toEqual([])
  })
  it('is free again when an approved list is reopened, and reserved anew by the next approval', async () => {
    const id = await s.handIn('refund', [{ studentId: s.who(A).id }], s.month())
    const before = (await s.fund()).reserved
    for (const _ of [1, 2]) {
      await s.approved(id)
      expect((await s.fund()).reserved - before).toBe(100_00)
      expect((await s.maker.post('money/payoutList/reopen', { id, reason: '再看看' })).code).toBe(200)
      expect([(await s.fund()).reserved - before, (await s.list(id)).state]).toEqual([0, 'draft'])
    }
  })
})
describe('40-B5 a list that has been checked', () => {
  it('keeps its accounts, whoever changes theirs', async () => {
    const id = await s.handIn('award', [{ studentId: s.who(A).id }], s.month())
    await s.prepare(id)
    await s.check(id)
    const before = (await s.lines(id))[0]?.cardNo
    await s.who(A).actor.post('money/bankAccount/saveMine', { bankName: '2', cardNo: '6228480000000005555', holderName: '陈舟' })
    expect((await s.lines(id))[0]?.cardNo).toBe(before)
  })
  it('takes no change once it is approved, and one behind the program’s back stops its export', async () => {
    const id = await s.handIn('award', [{ studentId: s.who(A).id }], s.month())
    await s.approved(id)
    const [line] = await s.lines(id)
    for (const [path, body] of [
      ['payoutList/prepare', { id, title: 'x', bizDate: '2026-09-10', profileId: s.profileId }],
      ['payoutList/check', { id }],
      ['payoutLine/hold', { id: line?.id, reason: 'x' }],
    ] as const)
      expect((await s.maker.post(`money/${path}`, body)).code).toBe(422)
    expect((await s.maker.post('money/payoutLine/update', { id: line?.id, amount: 1 })).code).not.toBe(200)
    await expect(withdrawGrant(s.db, 'award', line?.grantId ?? '')).rejects.toMatchObject({ issues: [{ rule: 'money.payoutList.onList' }] })
    await s.db.query(sql`update payout_line set amount = 9999900 where tenant_id = ${s.tenantId} and id = ${line?.id}`)
    expect(ruleOf(await s.exportBank(id))).toBe('money.payoutList.altered')
  })
})
describe('bank accounts', () => {
  it('warn of strange numbers and refuse wrong ones; the card is shown to nobody but its owner', async () => {
    const save = (more: object) => s.who(C).actor.post<{ warnings: string[] }>('money/bankAccount/saveMine', { bankName: '1', holderName: '周野', ...more })
    expect(ruleOf(await save({ cardNo: 'abcdefghijk' }))).toBe('money.bankAccount.digits')
    expect((await save({ cardNo: '12345678901' })).data.warnings).toHaveLength(2)
    expect((await save({ cardNo: '6222 0200 0000 0001 237' })).data.warnings).toHaveLength(1)
    const list = await s.officer.get('money/bankAccount/list', {})
    expect([list.code, JSON.stringify(list.data).includes('622202')]).toEqual([200, false])
    expect((await s.who(A).actor.get('money/bankAccount/list', {})).code).toBe(403)
  })
})
let accounts = 0
expectLedger(fundLedger, {
  school: () => s,
  newAccount: async () => (await s.db.insert(fundAccount, { code: `L${++accounts}`, name: '账', sourceKind: 'school', year: 2026 })).id,
  own: { book: 'fund', accountKey: '账', bizDate: '2026-09-01' },
})
