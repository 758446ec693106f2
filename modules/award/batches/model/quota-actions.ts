import { action, bool, choice, decimal, integer, list, money, ref, shape, text } from '#model'
import { RESULTS } from '../../items/model/checks.ts'
import { nominateAward } from './actions.ts'
import { awardStates } from './application-row.ts'
import { awardBatch } from './batch.ts'
import { awardQuota, voteStates } from './quota.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const word = (label: string, max = 120) => text(label, { required: true, max })
const refusals = awardQuota.options.refusals ?? {}
const quotaId = ref('awardQuota', '名额分配', required)
const PUBLISH = 'award:awardBatch:publish'
const share = shape('学院', {
  departmentId: ref('department', '学院', required),
  coefficient: decimal('系数', { required: true, min: 0, max: 100, precision: 5, scale: 2 }),
  fixed: integer('固定名额', { required: true, min: 0, max: 10_000 }),
})
/** 40-A6: seats by eligible heads, coefficient and fixed seats. Without `store` it is a preview. */
export const allocateQuota = action('award.awardBatch.allocate', '分配名额', {
  permission: PUBLISH,
  inScope: true,
  input: {
    id: ref('awardBatch', '批次', required),
    itemId: ref('awardItem', '奖项', required),
    total: integer('总名额', { required: true, min: 0, max: 100_000 }),
    shares: list('学院', share, { max: 300 }),
    store: bool('保存', { required: true, initial: false }),
  },
  output: {
    total: count('总名额'),
    lines: list(
      '结果',
      shape('学院', {
        departmentId: word('编号', 36),
        college: word('学院'),
        heads: count('符合条件'),
        coefficient: decimal('系数', { required: true, precision: 5, scale: 2 }),
        fixed: count('固定名额'),
        exact: decimal('按公式', { required: true, precision: 9, scale: 2 }),
        quota: count('名额'),
        was: count('原名额'),
        used: count('已用'),
      }),
      required,
    ),
  },
  refusals: { ...awardBatch.options.refusals, ...refusals },
})
/** Moves seats between colleges by hand; the total stays. */
export const moveSeats = action('award.awardQuota.move', '调整名额', {
  permission: PUBLISH,
  inScope: true,
  input: {
    id: ref('awardQuota', '调出', required),
    toId: ref('department', '调入学院', required),
    count: integer('名额', { required: true, min: 1, max: 10_000 }),
    reason: text('原因', { required: true, min: 2, max: 200, multiline: true }),
  },
  output: 'none',
  refusals,
})
/** Applications of an item in a college side by side: facts, checks, exclusions, ranks. */
export const awardCandidates = action('award.awardQuota.candidates', '申报排名', {
  method: 'GET',
  permission: 'award:awardApplication:list',
  input: { id: quotaId },
  output: {
    batch: word('批次', 100),
    item: word('奖项', 60),
    college: word('学院'),
    quota: count('名额'),
    used: count('已用'),
    voteState: voteStates.field('投票'),
    voted: count('已投票'),
    members: count('成员'),
    mayRank: bool('可以排名', required),
    needsCollegeNotice: bool('要学院公示', required),
    levels: list('等级', shape('等级', { name: word('等级', 20), amount: money('金额'), seats: count('名额'), used: count('已用') }), required),
    facts: list('事实', word('事实', 60), required),
    rows: list(
      '申报',
      shape('申报', {
        id: word('编号', 36),
        recipient: word('授予', 100),
        studentNo: text('学号', { max: 20 }),
        className: text('班级', { max: 60 }),
        state: awardStates.field('状态'),
        level: text('等级', { max: 20 }),
        suggested: text('建议等级', { max: 20 }),
        rankInCollege: integer('学院排名'),
        medianRank: decimal('名次中位数', { precision: 6, scale: 1 }),
        isOutstanding: bool('有突出表现', required),
        isOffered: bool('递补', required),
        values: list('值', text('值', { required: true, max: 200 }), required),
        checks: list('条件', shape('条件', { name: word('条件', 60), result: choice('结果', RESULTS, required) }), required),
        warnings: list('互斥', text('互斥', { required: true, max: 300 }), required),
        reviewReason: text('复核原因', { max: 500 }),
      }),
      required,
    ),
  },
  refusals,
})
/** What the reader ranks and nominates: items of running batches in their colleges. */
export const awardFields = action('award.awardQuota.fields', '申报审核', {
  method: 'GET',
  permission: nominateAward.permission,
  many: true,
  output: {
    id: word('编号', 36),
    batchId: word('批次', 36),
    batch: word('批次', 100),
    item: word('奖项', 60),
    college: word('学院'),
    quota: count('名额'),
    used: count('已用'),
    waiting: count('待推荐'),
    review: count('待复核'),
  },
})
const ids = (label: string) => list(label, ref('awardApplication', '申报', required), { required: true, max: 2000 })
export const setRanks = action('award.awardQuota.rank', '保存排名', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id: quotaId, ids: ids('名次') },
  output: 'none',
  refusals,
})
export const quotaActions = [allocateQuota, moveSeats, awardFields, awardCandidates, setRanks]
