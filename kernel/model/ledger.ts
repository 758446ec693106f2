import { type Entity, type Row, storedFields } from './entity.ts'
import { choice, type Field, integer, ref, text } from './field.ts'

/** Source of an entry that a person writes by hand. */
export const MANUAL = 'manual'
/** Source of a reversal; its number is the reversed entry. */
export const REVERSAL = 'reversal'
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** Fields of a ledger's entries; a ledger may add its own. `account` is the account's entity, null where ledgers share their entries; `amount` an integer or money field. */
export const entryFields = <const K extends Readonly<Record<string, string>>>(
  account: string | null,
  accountLabel: string,
  kinds: K,
  amount: Field<number> = integer('数量', fixed),
) =>
  ({
    accountId: account ? ref(account, accountLabel, fixed) : text(accountLabel, { ...fixed, max: 36, format: 'uuid' }),
    kind: choice('变动', kinds, fixed),
    amount: amount as Field<number, typeof fixed>,
    sourceType: text('来源', { ...fixed, max: 40 }),
    sourceId: text('来源编号', { ...fixed, max: 64 }),
    sourceSeq: integer('来源序号', fixed),
    reversesId: text('冲销的明细', { ...readonly, max: 36, format: 'uuid' }),
    reason: text('原因', { ...readonly, max: 200, translatable: true }),
    makerId: ref('user', '经办', readonly),
  }) as const
/** Unique keys of a ledger's entries: a source is posted once, an entry reversed once. */
export const ENTRY_KEYS = [['sourceType', 'sourceId', 'sourceSeq', 'kind'], ['reversesId']] as const

type TotalOf<A extends Entity> = keyof A['fields'] & string
type KindOf<E extends Entity> = Row<E> extends { kind: infer K } ? K & string : string
/** A sum of totals that never falls below 0. */
export interface Floor {
  sum: Readonly<Record<string, number>>
  /** Refusal of the account's entity; its values are the totals before, what is `available` and the `wanted` amount. */
  refusal: string
}
/** Entries that are only inserted, and accounts that hold their totals. */
export interface Ledger<K extends string = string> {
  readonly entry: Entity
  readonly account: Entity
  /** Names of the account's totals. */
  readonly totals: readonly string[]
  /** What an amount of 1 of each kind adds to the totals. */
  readonly effects: Readonly<Record<K, Readonly<Record<string, number>>>>
  readonly floors: readonly Floor[]
  /** Manual entries and reversals need a maker (经办) other than the checker (复核) who posts them. */
  readonly needsTwoPeople: boolean
}
interface LedgerOptions<E extends Entity, A extends Entity, K extends string> {
  /** Several ledgers may share entries, each with the kinds of its own accounts; then `accountId` refers to no entity. */
  entry: E
  account: A
  effects: Readonly<Record<K, Readonly<Partial<Record<TotalOf<A>, number>>>>>
  floors?: ReadonlyArray<{ sum: Readonly<Partial<Record<TotalOf<A>, number>>>; refusal: string }>
  needsTwoPeople?: boolean
}
const ledgers: Ledger[] = []

/** Declares a ledger. Posting and reversing entries: `#server/ledger/post.ts`; the nightly check is registered by `ledgerCheck`. */
export function ledger<E extends Entity, A extends Entity, K extends KindOf<E>>({
  entry,
  account,
  effects,
  floors = [],
  needsTwoPeople = false,
}: LedgerOptions<E, A, K>): Ledger<K> {
  const totals = [...new Set(Object.values<Partial<Record<string, number>>>(effects).flatMap(effect => Object.keys(effect)))]
  const made = { entry, account, totals, effects, floors, needsTwoPeople } as unknown as Ledger<K>
  for (const problem of problemsOf(made)) throw new Error(`ledger ${entry.name}: ${problem}`)
  ledgers.push(made as Ledger)
  return made
}
export const allLedgers = (): readonly Ledger[] => ledgers
/** Fields of the entries that this ledger adds. */
export const ownFields = ({ entry }: Pick<Ledger, 'entry'>): string[] => {
  const common = entryFields('', '', {})
  return storedFields(entry).flatMap(([name]) => (name in common ? [] : [name]))
}
function* problemsOf({ entry, account, totals, effects, floors }: Ledger): Generator<string> {
  if (!entry.options.appendOnly) yield 'its entries are not appendOnly'
  for (const key of ENTRY_KEYS) if (!entry.options.unique?.some(have => have.join() === key.join())) yield `${key} is not unique`
  const extra = entry.verbs.filter(verb => verb !== 'list' && verb !== 'export')
  if (extra.length) yield `its entries are posted by the program, not by the verbs ${extra}`
  const [kinds, moved] = [Object.keys(entry.fields.kind?.options.choices ?? {}), Object.keys(effects)]
  const isShared = entry.fields.accountId?.kind !== 'ref'
  if (isShared ? moved.some(kind => !kinds.includes(kind)) : kinds.join() !== moved.join()) yield `has the kinds ${kinds} and effects of ${moved}`
  for (const name of [...totals, ...floors.flatMap(f => Object.keys(f.sum))])
    if (!account.fields[name]?.options.readonly || !['integer', 'money'].includes(account.fields[name].kind)) yield `${name} is no read-only number of ${account.name}`
  for (const { refusal } of floors) if (!account.options.refusals?.[refusal]) yield `${account.name} declares no refusal ${refusal}`
}
