import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { CAUSES, dissolutionStates, societyDissolution } from './dissolution.ts'

const need = { required: true } as const
const refusals = societyDissolution.options.refusals ?? {}
const id = ref('societyDissolution', '社团注销', need)
const societyId = ref('society', '社团', need)
const reason = text('原因', { ...need, min: 2, max: 500, multiline: true })
const { vote: _vote, ...others } = CAUSES
export const callVote = action('society.societyDissolution.callVote', '发起注销表决', {
  input: { societyId, reason, days: integer('表决天数', { ...need, min: 1, max: 30 }) },
  output: { id },
  refusals,
})
/** No key of the call is kept: beside a user it would tell the vote. */
export const castVote = action('society.societyDissolution.castVote', '投票', {
  isUnrecorded: true,
  input: { id, isFor: bool('赞成注销', need) },
  output: 'none',
  refusals,
})
export const openDissolution = action('society.societyDissolution.open', '提出注销', {
  input: { societyId, cause: choice('事由', others, need), intoId: ref('society', '并入的社团', { help: '成员和经费转到这个社团' }), reason },
  output: { id },
  refusals,
})
const OPEN = openDissolution.permission
export const beginDissolution = action('society.societyDissolution.begin', '送审', { permission: OPEN, input: { id }, output: 'none', inScope: true, refusals })
export const dismissDissolution = action('society.societyDissolution.dismiss', '不予注销', {
  permission: OPEN,
  input: { id, reason: text('理由', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
  refusals,
})
/** What a society still has open, each with a number. */
const leftovers = list('还没清的', shape('还没清的', { code: text('项目', { ...need, max: 40 }), title: text('项目', { ...need, max: 60 }), n: integer('数量', need) }), need)
export const liquidation = action('society.societyDissolution.liquidation', '清算清单', {
  method: 'GET',
  permission: OPEN,
  input: { id },
  output: { leftovers, isClear: bool('已清', need), into: text('并入的社团', { max: 40 }) },
  inScope: true,
})
const { voted, agreed, eligible, stateNote } = societyDissolution.fields
export const tickLiquidation = action('society.societyDissolution.tick', '核对', {
  permission: OPEN,
  input: { id, thingsBack: bool('借用的物品已归还', need), archived: bool('档案已移交', need), clearNote: text('清算说明', { max: 500, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const finishDissolution = action('society.societyDissolution.finish', '注销', { permission: OPEN, input: { id }, output: 'none', inScope: true, refusals })
const society = text('社团', { ...need, max: 40 })
const cause = choice('事由', CAUSES, need)
const state = dissolutionStates.field('状态')
const voteUntil = datetime('表决截止')
/** Votes the caller has a part in, the cases of societies they act for, and the society they may call a vote in. */
export const myDissolutions = action('society.societyDissolution.mine', '我的社团注销', {
  method: 'GET',
  permission: callVote.permission,
  output: {
    votes: list('表决', shape('表决', { id, society, reason, voteUntil, eligible, hasVoted: bool('已投票', need) }), need),
    cases: list('注销', shape('注销', { id, society, cause, reason, state, stateNote, voteUntil, eligible, voted, agreed, leftovers }), need),
    mayCall: list('可以发起表决的社团', shape('社团', { id: societyId, society }), need),
  },
})
export const dissolutionCard = action('society.societyDissolution.card', '审批卡', {
  method: 'GET',
  access: 'signedIn',
  input: { id },
  output: { society, cause, into: text('并入的社团', { max: 40 }), reason, eligible, voted, agreed, leftovers },
})
export const dissolutionActions = [
  ...[callVote, castVote, openDissolution, beginDissolution, dismissDissolution, liquidation, tickLiquidation, finishDissolution, myDissolutions, dissolutionCard],
]
