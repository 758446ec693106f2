import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#model'
import { type Ledger, MANUAL } from '#model/ledger.ts'
import { gateFor, systemPrincipal } from '#server/access/calls.ts'
import type { Db } from '#server/context.ts'
import { columnName } from '#server/data/columns.ts'
import { checkLedgers, ledgerChecks, mismatches } from '#server/ledger/check.ts'
import { type EntryDraft, postEntries, reverseEntry } from '#server/ledger/post.ts'
import { sql as asOwner } from './database.ts'
import type { School } from './school.ts'

interface LedgerTest {
  school: () => School
  /** Opens an account without entries. */
  newAccount: () => Promise<string>
  /** Values of the fields that this ledger adds to its entries. */
  own?: Readonly<Record<string, unknown>>
}
interface Move {
  kind: string
  amount: 1 | -1
}
type Totals = Record<string, number>
const RACERS = 12

/** Standard tests of a ledger, for its own test file. */
export function expectLedger<K extends string>(ledger: Ledger<K>, { school, newAccount, own = {} }: LedgerTest): void {
  const of = ledger as Ledger
  const moves = Object.keys(of.effects).flatMap(kind => [1, -1].map(amount => ({ kind, amount }) as Move))
  const [first] = of.floors
  const effectOn = (sum: Totals, { kind, amount }: Move): number => Object.entries(sum).reduce((n, [total, factor]) => n + factor * amount * (of.effects[kind]?.[total] ?? 0), 0)
  /** A move that changes the sum this way, and lowers no other floor if there is one. */
  const moveThat = (sum: Totals, direction: 1 | -1): Move => {
    const able = moves.filter(m => Math.sign(effectOn(sum, m)) === direction)
    return able.find(m => of.floors.every(f => f.sum === sum || effectOn(f.sum, m) >= 0)) ?? (able[0] as Move)
  }
  const draft = (accountId: string, { kind, amount }: Move, times = 1, sourceId: string = randomUUID()): EntryDraft => ({
    ...{ accountId, kind, amount: amount * times, sourceType: 'test', sourceId, sourceSeq: 1 },
    values: { name: '测试' },
    own,
  })
  const post = (...drafts: EntryDraft[]): Promise<string[]> => postEntries(school().db, of, drafts)
  const totalsOf = async (id: string): Promise<Totals> => {
    const row: Record<string, unknown> = await school().db.unscoped(of.account).one(id)
    return Object.fromEntries(of.totals.map(total => [total, row[total] as number]))
  }
  const levelOf = (sum: Totals, totals: Totals): number => Object.entries(sum).reduce((n, [total, factor]) => n + factor * (totals[total] ?? 0), 0)
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(Refusal)
    return (error as Refusal).issues[0]
  }
  const up = moveThat(first?.sum ?? { [of.totals[0] as string]: 1 }, 1)
  /** A gate in the name of a new account. */
  const inNameOf = async (userId: string): Promise<Db> =>
    gateFor(school().server.core, { ...systemPrincipal(school().tenantId), userId }, { permission: '', source: 'test', ip: null, traceId: null })
  const person = async (): Promise<string> => (await school().as()).userId
  const reverse = async (id: string, more: { makerId?: string } = {}) =>
    reverseEntry(await inNameOf(await person()), of, id, { reason: '记错', makerId: await person(), values: { name: '测试' }, ...more })

  describe(`the ledger of ${of.entry.name}`, () => {
    it('40-M1 gives the application no right to change or remove an entry', async () => {
      const [id] = await post(draft(await newAccount(), up))
      const table = raw(of.entry.table)
      for (const change of [sql`update ${table} set amount = amount + 1 where id = ${id}`, sql`delete from ${table} where id = ${id}`])
        await expect(school().db.query(change)).rejects.toThrow('permission denied')
    })
    it('posts a source once, however often and by how many at once', async () => {
      const account = await newAccount()
      const again = draft(account, up)
      const posted = await Promise.all(Array.from({ length: RACERS }, () => post(again)))
      expect(posted.flat()).toHaveLength(1)
      expect(await totalsOf(account)).toEqual({ ...Object.fromEntries(of.totals.map(t => [t, 0])), ...scaled(of, up, 1) })
      await refusal(post({ ...again, sourceId: randomUUID(), amount: 0 }))
    })
    it('40-M2 never falls below a floor, and states what is available', async () => {
      for (const { sum } of of.floors) {
        const empty = await newAccount()
        const down = moveThat(sum, -1)
        expect((await refusal(post(draft(empty, down))))?.rule).toMatch(new RegExp(`\\.(${of.floors.map(f => f.refusal).join('|')})$`))
        expect(Object.values(await totalsOf(empty)).every(n => n === 0)).toBe(true)
        const sets = Object.entries(scaled(of, down, 1)).map(([total, n]) => `${columnName(of.account, total)} = ${n}`)
        await expect(asOwner(school().server.core.url, `update ${of.account.table} set ${sets.join(', ')} where id = '${empty}'`)).rejects.toThrow('violates check constraint')
      }
      if (!first) return
      const account = await newAccount()
      const down = moveThat(first.sum, -1)
      await post(draft(account, up, 2))
      expect((await refusal(post(draft(account, down, 3))))?.values).toMatchObject({ available: 2, wanted: 3 })
      expect(levelOf(first.sum, await totalsOf(account))).toBe(2)
    })
    it('gives the last of it to one of those who take it at once', async () => {
      if (!first) return
      const account = await newAccount()
      const down = moveThat(first.sum, -1)
      await post(draft(account, up, 5))
      const answers = await Promise.allSettled(Array.from({ length: RACERS }, () => post(draft(account, down))))
      expect(answers.filter(a => a.status === 'fulfilled')).toHaveLength(5)
      for (const a of answers) if (a.status === 'rejected') expect((a.reason as Refusal).issues[0]).toMatchObject({ values: { available: 0, wanted: 1 } })
      expect(levelOf(first.sum, await totalsOf(account))).toBe(0)
    })
    it('40-M1 reverses an entry once, with a reason, and no reversal', async () => {
      const account = await newAccount()
      const before = await totalsOf(account)
      const [id] = (await post(draft(account, up, 3))) as [string]
      const maker = await person()
      expect((await refusal(reverseEntry(await inNameOf(await person()), of, id, { reason: ' ', makerId: maker })))?.rule).toBe('ledger.noReason')
      const answers = await Promise.allSettled([reverse(id), reverse(id), reverse(id)])
      const made = answers.flatMap(a => (a.status === 'fulfilled' ? [a.value] : []))
      expect(made).toHaveLength(1)
      for (const a of answers) if (a.status === 'rejected') expect((a.reason as Refusal).issues[0]?.rule).toBe('ledger.reversed')
      expect(await totalsOf(account)).toEqual(before)
      expect((await refusal(reverse(made[0] as string)))?.rule).toBe('ledger.isReversal')
    })
    if (of.needsTwoPeople)
      it('40-M4 needs two people for manual entries and reversals', async () => {
        const account = await newAccount()
        const [maker, checker] = [await person(), await person()]
        const manual = { ...draft(account, up), sourceType: MANUAL, reason: '补记' }
        expect((await refusal(postEntries(await inNameOf(checker), of, [manual])))?.rule).toBe('ledger.samePerson')
        expect((await refusal(postEntries(await inNameOf(checker), of, [{ ...manual, makerId: checker }])))?.rule).toBe('ledger.samePerson')
        const [id] = (await postEntries(await inNameOf(checker), of, [{ ...manual, makerId: maker }])) as [string]
        expect(await school().db.unscoped(of.entry).one(id)).toMatchObject({ makerId: maker, createdBy: checker, reason: '补记' })
        expect((await refusal(reverseEntry(await inNameOf(maker), of, id, { reason: '记错', makerId: maker })))?.rule).toBe('ledger.samePerson')
      })
    it('40-M3 finds a total that was tampered with, names both values to its role and corrects nothing', async () => {
      const { db, server } = school()
      const [account, good] = [await newAccount(), await newAccount()]
      await post(draft(account, up, 4), draft(good, up))
      const right = await totalsOf(account)
      const wrong = Object.fromEntries(Object.entries(scaled(of, up, 1)).map(([total, n]) => [total, (right[total] ?? 0) + n]))
      const write = (totals: Totals) =>
        asOwner(
          server.core.url,
          `update ${of.account.table} set ${Object.entries(totals)
            .map(([total, n]) => `${columnName(of.account, total)} = ${n}`)
            .join(', ')} where id = '${account}'`,
        )
      const check = server.core.registry.of(ledgerChecks).find(c => c.of === of)
      const holder = await school().as({ roles: [check?.role ?? ''] })
      const todos = () =>
        db.query<{ title: string }>(
          sql`select title from todo where tenant_id = ${school().tenantId} and user_id = ${holder.userId} and biz_type = ${of.account.name} and biz_id = any(${[account, good]}::text[]) and state = 'open'`,
        )
      await write(wrong)
      await checkLedgers(db)
      expect((await mismatches(db, of)).find(m => m.id === account)).toMatchObject({ totals: { ...right, ...wrong }, sums: right })
      const [todo, ...more] = await todos()
      expect(more).toEqual([])
      for (const [total, n] of Object.entries(wrong)) expect(todo?.title).toContain(`${of.account.fields[total]?.label}记为 ${n}，明细合计 ${right[total]}`)
      expect(await totalsOf(account)).toEqual({ ...right, ...wrong })
      await write(right)
      await checkLedgers(db)
      expect(await todos()).toEqual([])
    })
    it('40-M2 keeps totals equal to the sum of their entries, whatever is posted and reversed at once', async () => {
      const amounts = fc.integer({ min: 1, max: 4 })
      const step = fc.record({ on: fc.nat(2), move: fc.constantFrom(...moves), times: amounts, also: fc.option(fc.nat(2)) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async steps => {
          const accounts = await Promise.all([newAccount(), newAccount(), newAccount()])
          await post(...accounts.map(account => draft(account, up, 6)))
          await Promise.allSettled(
            steps.map(async ({ on, move, times, also }) => {
              const others = also === null ? [] : [draft(accounts[also] as string, up, times)]
              const [id] = await post(draft(accounts[on] as string, move, times), ...others)
              if (id && times === 4) await reverse(id)
            }),
          )
          expect((await mismatches(school().db, of)).filter(m => accounts.includes(m.id))).toEqual([])
          for (const account of accounts) {
            const totals = await totalsOf(account)
            for (const { sum } of of.floors) expect(levelOf(sum, totals)).toBeGreaterThanOrEqual(0)
          }
        }),
        { numRuns: 6 },
      )
    })
  })
}
const scaled = ({ effects }: Ledger, { kind, amount }: Move, times: number): Totals =>
  Object.fromEntries(Object.entries(effects[kind] ?? {}).map(([total, n]) => [total, n * amount * times]))
