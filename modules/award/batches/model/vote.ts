import { bool, datetime, entity, json, ref } from '#model'

/** A ballot of a member of the committee: the order in which they would award, or that they abstain. Nobody reads it; the median is counted. */
export const awardVote = entity(
  'award.awardVote',
  '评审投票',
  {
    quotaId: ref('awardQuota', '名额分配', { required: true, readonly: true }),
    memberId: ref('user', '成员', { required: true, readonly: true }),
    ranks: json<readonly string[]>('名次', { readonly: true, secret: 'internal' }),
    isAbstained: bool('弃权', { required: true, readonly: true, initial: false }),
    castAt: datetime('投票时间', { required: true, readonly: true }),
  },
  { title: 'memberId', scope: {}, unique: [['quotaId', 'memberId']], verbs: [] },
)
