import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entity, integer, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { sql as asOwner } from '#testing/database.ts'
import { expectLedger } from '#testing/ledger.ts'
import { till, tillEntry, tillLedger } from '#testing/modules/till/model/till.ts'
import tillModule from '#testing/modules/till/module.ts'
import { openSchool, type School } from '#testing/school.ts'
import { gateFor, systemPrincipal } from '../access/calls.ts'
import { insertOnly, PROTECT } from '../data/migrate.ts'
import { checkRegistrations } from '../registry/check-registrations.ts'
import { ROOT } from '../registry/registry.ts'
import { openAccounts, postEntries, reverseEntry } from './post.ts'

const FOLDER = join(ROOT, 'kernel/testing/modules/till')
let school: School
beforeAll(async () => {
  school = await openSchool([FOLDER])
  await asOwner(school.server.core.url, readFileSync(join(FOLDER, 'tables.sql'), 'utf8') + PROTECT + insertOnly(['till_entry']))
})
afterAll(() => school.close())

const newAccount = async (): Promise<string> => (await school.db.insert(till, { name: randomUUID() })).id
expectLedger(tillLedger, { school: () => school, newAccount })

it('keeps the further fields of an entry, and repeats them in its reversal', async () => {
  const { core } = school.server
  const [maker, checker] = [await school.as(), await school.as()]
  const db = await gateFor(core, { ...systemPrincipal(school.tenantId), userId: checker.userId }, { permission: '', source: 'test', ip: null, traceId: null })
  const entry = { accountId: await newAccount(), kind: 'pay', amount: 100, sourceType: 'order', sourceId: '1', sourceSeq: 1, own: { receipt: 'R1' } } as const
  const [id] = (await postEntries(db, tillLedger, [entry])) as [string]
  const reversal = await reverseEntry(db, tillLedger, id, { reason: '退款', makerId: maker.userId })
  expect(await db.unscoped(tillEntry).one(reversal)).toMatchObject({ kind: 'pay', amount: -100, receipt: 'R1', reversesId: id, reason: '退款' })
})
it('opens accounts by their key once, and answers them in the order asked for', async () => {
  const keys = ['b', 'a', 'c'].map(name => ({ name: `${name}${randomUUID()}` }))
  const [one, two] = await Promise.all([openAccounts(school.db, tillLedger, keys), openAccounts(school.db, tillLedger, [...keys].reverse())])
  expect(one).toEqual([...two].reverse())
  expect(await Promise.all(one.map(async id => (await school.db.unscoped(till).one(id)).name))).toEqual(keys.map(k => k.name))
})
it('is not declared over entries that can be changed, kinds without an effect, or totals that can be written', () => {
  const account = entity('zz.zzLedgerAccount', '账户', { name: text('名称'), open: integer('数') }, { title: 'name', scope: {} })
  const entryOf = (name: string, more: object) =>
    entity(`zz.${name}`, '明细', entryFields('zzLedgerAccount', '账户', { in: '进' }), { title: 'sourceId', scope: {}, unique: ENTRY_KEYS, verbs: ['list'], ...more })
  expect(() => ledger({ entry: entryOf('zzLedgerOne', {}), account, effects: { in: { open: 1 } } })).toThrow('not appendOnly')
  expect(() => ledger({ entry: entryOf('zzLedgerTwo', { appendOnly: true, unique: [] }), account, effects: { in: { open: 1 } } })).toThrow('is not unique')
  expect(() => ledger({ entry: entryOf('zzLedgerFour', { appendOnly: true, verbs: ['list', 'add'] }), account, effects: { in: { open: 1 } } })).toThrow('not by the verbs add')
  expect(() => ledger({ entry: entryOf('zzLedgerThree', { appendOnly: true }), account, effects: { in: { open: 1 } } })).toThrow('no read-only number')
})
it('does not start without its nightly check', () => {
  expect(() => checkRegistrations([tillModule], [])).toThrow('the ledger of till has no ledgerCheck')
})
