import { decimal, entity, integer, list, ref, states, text } from '#model'

export const voteStates = states(
  { none: { label: '不投票', tone: 'over' }, open: { label: '投票中', tone: 'going' }, closed: { label: '已计票', tone: 'done' } },
  { openVote: ['none', 'closed'], closeVote: ['open'] },
)
/** 名额分配: what an item has for a college in a batch, on which basis; how many are used is in the ledger of seats. */
export const awardQuota = entity(
  'award.awardQuota',
  '名额分配',
  {
    batchId: ref('awardBatch', '批次', { required: true, readonly: true }),
    itemId: ref('awardItem', '奖项', { required: true, readonly: true }),
    departmentId: ref('department', '学院', { required: true, readonly: true }),
    heads: integer('符合条件', { readonly: true }),
    coefficient: decimal('系数', { readonly: true, precision: 5, scale: 2 }),
    fixed: integer('固定名额', { readonly: true }),
    note: text('调整原因', { readonly: true, max: 200 }),
    committee: list('评审小组', ref('user', '成员', { required: true }), { readonly: true, max: 30 }),
    voteState: voteStates.field('投票', { initial: 'none' }),
    quota: integer('名额', { computed: true }),
    used: integer('已用', { computed: true }),
    free: integer('剩余', { computed: true }),
    applied: integer('待推荐', { computed: true }),
  },
  {
    title: 'itemId',
    scope: { department: 'departmentId' },
    sort: ['batchId'],
    unique: [['batchId', 'itemId', 'departmentId']],
    verbs: ['list', 'export'],
    refusals: {
      noColleges: '没有可以分配的学院',
      fixedOver: '固定名额合计 {fixed}，超过总名额 {total}',
      nobody: '没有符合条件的学生，也没有固定名额，不能按公式分配',
      below: '{college}已用 {used} 个名额，不能少于已用的：要改为 {quota} 个',
      lacking: '{college}只剩 {free} 个名额，不能调出 {count} 个',
      sameCollege: '调出和调入不能是同一个学院',
      unknown: '{college}没有“{item}”的名额行，请先分配',
      notVoting: '这次评审{state}',
      ballot: '请给全部 {count} 份申报排出名次，或者弃权',
      noCases: '还没有可以排名的申报',
      order: '名次要包括全部 {count} 份申报，每份一次',
      nobodyVoted: '还没有人投票，不能计票',
      nothing: '没有可以公示的拟推荐',
      noCollegeNotice: '“{batch}”不要求学院公示',
    },
  },
)
