import { action, choice, datetime, type Entity, entity, integer, list, ref, shape, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'

/** Holder of a round whose seats are not allotted: one common pot. */
export const POT = '*'
export const SEAT_MOVES = { issue: '下达', hold: '占用', use: '使用', release: '释放', return: '退回' } as const
const total = { required: true, readonly: true, initial: 0 } as const
/** Seats of one holder in a round. */
export const seatBalance = entity(
  'workflow.seatBalance',
  '名额余额',
  {
    roundId: text('批次', { required: true, readonly: true, max: 36, format: 'uuid' }),
    holder: text('名额单位', { required: true, readonly: true, max: 60 }),
    issued: integer('下达', total),
    held: integer('占用', total),
    used: integer('已用', total),
  },
  {
    title: 'holder',
    scope: {},
    unique: [['roundId', 'holder']],
    verbs: [],
    refusals: { full: '名额不足：共 {issued} 个，已占 {held} 个，已用 {used} 个，这次要 {wanted} 个', none: '没有可以{act}的名额：已占 {held} 个，已用 {used} 个' },
  },
)
export const seatEntry = entity('workflow.seatEntry', '名额明细', entryFields('seatBalance', '名额余额', SEAT_MOVES), {
  title: 'sourceId',
  scope: {},
  unique: ENTRY_KEYS,
  verbs: [],
  appendOnly: true,
})
/** `use` turns a held seat into a used one; `return` frees a used one. */
export const seatLedger = ledger({
  entry: seatEntry,
  account: seatBalance,
  effects: { issue: { issued: 1 }, hold: { held: 1 }, use: { held: -1, used: 1 }, release: { held: -1 }, return: { used: -1 } },
  floors: [
    { sum: { issued: 1, held: -1, used: -1 }, refusal: 'full' },
    { sum: { issued: 1 }, refusal: 'full' },
    { sum: { held: 1 }, refusal: 'none' },
    { sum: { used: 1 }, refusal: 'none' },
  ],
})
const count = (label: string) => integer(label, { required: true })
/** Balance of one holder as answered. */
const seats = {
  holder: text('名额单位', { required: true, max: 60 }),
  name: text('名称', { required: true, max: 120 }),
  issued: count('下达'),
  held: count('占用'),
  used: count('已用'),
  returned: count('退回'),
  free: count('剩余'),
} as const
const entry = {
  at: datetime('时间', { required: true }),
  kind: choice('变动', SEAT_MOVES, { required: true }),
  name: text('名额单位', { required: true, max: 120 }),
  amount: count('数量'),
  by: text('经办', { max: 64 }),
  note: text('原因', { max: 200 }),
} as const
const allotted = {
  holder: text('名额单位', { required: true, max: 60 }),
  /** The value when the form was opened, for conflict detection. */
  was: integer('原名额', { required: true, min: 0, max: 1_000_000 }),
  issued: integer('名额', { required: true, min: 0, max: 1_000_000 }),
} as const
/** Seat actions of a round: read with list permission, allotted with publish permission. Created per entity with quotas. */
export function quotaActions<M extends string, N extends string>(of: Pick<Entity, 'name' | 'module'> & { module: M | string; name: N | string }) {
  const path = (verb: string): `${string}.${string}.${string}` => `${of.module}.${of.name}.${verb}`
  const id = ref(of.name, '批次', { required: true })
  return {
    seats: action(path('seats'), '名额', {
      permission: `${of.module}:${of.name}:list`,
      method: 'GET',
      input: { id },
      output: { holders: list('名额', shape('名额单位', seats), { required: true }), entries: list('变动', shape('变动', entry), { required: true }) },
    }),
    allot: action(path('allot'), '分配名额', {
      inScope: true,
      permission: `${of.module}:${of.name}:publish`,
      input: {
        id,
        quotas: list('名额', shape('名额单位', allotted), { required: true, min: 1, max: 300 }),
        reason: text('原因', { required: true, min: 2, max: 200, multiline: true }),
      },
      output: { changed: count('改变') },
      refusals: {
        wrongState: '“{name}”{state}，不能再分配名额',
        unknown: '“{holder}”不是你数据范围内的名额单位',
        twice: '{name}填了两次',
        stale: '{name}的名额刚刚由 {was} 改为 {now}，请核对后再分配',
        below: '{name}的名额不能少于已占和已用的：已占 {held} 个，已用 {used} 个，要改为 {issued} 个',
      },
    }),
  } as const
}
export type QuotaActions = ReturnType<typeof quotaActions>
