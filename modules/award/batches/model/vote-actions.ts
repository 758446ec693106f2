import { action, bool, integer, list, ref, shape, text } from '#model'
import { nominateAward } from './actions.ts'
import { awardQuota } from './quota.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const word = (label: string, max = 120) => text(label, { required: true, max })
const refusals = awardQuota.options.refusals ?? {}
const quotaId = ref('awardQuota', '名额分配', required)
/** 40-A8 */
export const openVote = action('award.awardQuota.openVote', '发起投票', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id: quotaId, members: list('评审小组', ref('user', '成员', required), { required: true, min: 1, max: 30 }) },
  output: 'none',
  refusals,
})
export const closeVote = action('award.awardQuota.closeVote', '计票', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id: quotaId },
  output: { ballots: count('有效票'), abstained: count('弃权'), absent: count('未投') },
  refusals,
})
export const castVote = action('award.awardVote.cast', '投票', {
  input: { quotaId, isAbstained: bool('弃权', { required: true, initial: false }), ids: list('名次', ref('awardApplication', '申报', required), { required: true, max: 500 }) },
  output: 'none',
  refusals,
})
/** Ballots that wait for the reader, with what each candidate says; those cast before, to be changed while the vote is open. */
export const myVotes = action('award.awardVote.mine', '评审投票', {
  method: 'GET',
  permission: castVote.permission,
  many: true,
  output: {
    quotaId: word('编号', 36),
    batch: word('批次', 100),
    item: word('奖项', 60),
    college: word('学院'),
    quota: count('名额'),
    hasVoted: bool('已投票', required),
    isAbstained: bool('弃权', required),
    rows: list(
      '申报',
      shape('申报', {
        id: word('编号', 36),
        recipient: text('授予', { required: true, max: 100, clear: 'members of the committee know whom they rank' }),
        className: text('班级', { max: 60 }),
        statement: text('申请理由', { max: 1000 }),
        achievements: text('主要成果', { max: 3100 }),
        values: list('值', text('值', { required: true, max: 200 }), required),
      }),
      required,
    ),
  },
})
export const voteActions = [openVote, closeVote, castVote, myVotes]
