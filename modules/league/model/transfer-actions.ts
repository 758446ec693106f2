import { action, bool, choice, list, ref, shape, text } from '#model'
import { TRANSFER_CAUSES, transferStates } from './transfer.ts'

const need = { required: true } as const
const id = ref('leagueTransfer', '支部转接', need)
const PERMISSION = 'league:leagueTransfer:propose'
export const proposeTransfer = action('league.leagueTransfer.propose', '支部转接', {
  input: { memberId: ref('leagueMember', '团员', need), toId: ref('leagueBranch', '接收支部', need), reason: text('原因', { max: 200 }) },
  output: { id },
})
export const giveTransfer = action('league.leagueTransfer.give', '同意转出', { permission: PERMISSION, input: { id }, output: 'none' })
export const takeTransfer = action('league.leagueTransfer.take', '接收', { permission: PERMISSION, input: { id }, output: 'none' })
export const refuseTransfer = action('league.leagueTransfer.refuse', '不同意', {
  permission: PERMISSION,
  input: { id, note: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
})
const name = text('姓名', { ...need, max: 64 })
const branch = text('团支部', { ...need, max: 60 })
/** What waits for the caller's side. */
export const openTransfers = action('league.leagueTransfer.open', '待办转接', {
  method: 'GET',
  permission: PERMISSION,
  many: true,
  output: {
    id,
    name,
    from: branch,
    to: branch,
    cause: choice('缘由', TRANSFER_CAUSES, need),
    reason: text('原因', { max: 200 }),
    state: transferStates.field('状态'),
    mayGive: bool('可以转出', need),
    mayTake: bool('可以接收', need),
  },
})
/** Branches that take members, for whoever asks to move. */
export const transferTargets = action('league.leagueTransfer.targets', '接收支部', {
  method: 'GET',
  permission: PERMISSION,
  input: { q: text('名称', { max: 60 }) },
  output: { branches: list('团支部', shape('团支部', { id: ref('leagueBranch', '团支部', need), name: branch }), need) },
})
