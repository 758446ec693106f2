import { action, bool, date, datetime, integer, list, ref, shape, text } from '#model'
import { awardApplication } from './application-row.ts'
import { awardBatch } from './batch.ts'
import { awardQuota } from './quota.ts'

const required = { required: true } as const
const count = (label: string) => integer(label, required)
const word = (label: string, max = 120) => text(label, { required: true, max })
const refusals = awardApplication.options.refusals ?? {}
const batchId = ref('awardBatch', '批次', required)
const PUBLISH = 'award:awardBatch:publish'

/** 40-A: runs the conditions over everybody the batch is for. Stores nothing, tells nobody. */
export const simulateAwards = action('award.awardBatch.simulate', '模拟', {
  method: 'GET',
  permission: PUBLISH,
  input: { id: batchId },
  many: true,
  output: {
    itemId: word('奖项', 36),
    item: word('名称', 60),
    total: count('人数'),
    met: count('符合'),
    proof: count('须有突出表现'),
    colleges: list('学院', shape('学院', { id: text('编号', { max: 36 }), name: word('学院'), total: count('人数'), met: count('符合') }), required),
    conditions: list(
      '条件',
      shape('条件', {
        name: word('名称', 60),
        says: text('内容', { required: true, max: 1000 }),
        failed: count('不符合'),
        missing: count('没有数据'),
        isKnown: bool('有数据来源', required),
      }),
      required,
    ),
  },
})
const id = ref('awardApplication', '申报', required)
/** 40-A7: takes a seat; of two for the last one, one is refused with quota and used. */
export const nominateAward = action('award.awardApplication.nominate', '拟推荐', {
  inScope: true,
  input: { id, level: text('等级', { required: true, max: 20 }) },
  output: 'none',
  refusals,
})
export const takeBackNomination = action('award.awardApplication.takeBack', '撤回推荐', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id, reason: text('原因', { required: true, min: 2, max: 200, multiline: true }) },
  output: 'none',
  refusals,
})
/** 40-A2: what becomes of a case whose facts have changed. */
export const decideReview = action('award.awardApplication.decideReview', '复核', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id, isKept: bool('保留推荐', { required: true, initial: false }), reason: text('说明', { required: true, min: 2, max: 200, multiline: true }) },
  output: 'none',
  refusals,
})
export const openCollegeNotice = action('award.awardQuota.openNotice', '学院公示', {
  permission: nominateAward.permission,
  inScope: true,
  input: { id: ref('awardQuota', '名额分配', required) },
  output: { count: count('公示'), returned: count('待复核'), endAt: datetime('公示到') },
  refusals: awardQuota.options.refusals ?? {},
})
const round = {
  permission: PUBLISH,
  inScope: true,
  refusals: { ...awardBatch.options.refusals, nobody: '“{name}”没有可以公示的拟推荐', nothing: '“{name}”没有可以{act}的申报' },
} as const
export const openAwardNotice = action('award.awardBatch.openNotice', '学校公示', {
  ...round,
  input: { id: batchId },
  output: { count: count('公示'), returned: count('待复核'), endAt: datetime('公示到') },
})
export const reportAwards = action('award.awardBatch.report', '上报', { ...round, input: { id: batchId }, output: { count: count('人数') } })
export const grantAwards = action('award.awardBatch.grant', '授予', {
  ...round,
  input: { id: batchId, docNo: text('文号', { max: 60 }), grantedOn: date('授予日期', required) },
  output: { count: count('授予'), refused: count('未入选'), lists: count('发放单') },
})
/** Application forms of who was nominated in a batch, by item, in the order of colleges, classes and student numbers. */
export const awardForms = action('award.awardBatch.forms', '审批表', {
  method: 'GET',
  permission: 'award:awardApplication:list',
  many: true,
  input: { id: batchId },
  output: { itemId: word('编号', 36), item: word('奖项', 60), ids: list('申报', word('编号', 36), required) },
})
export const nominationActions = [nominateAward, takeBackNomination, decideReview, openCollegeNotice]
export const batchVerbs = [simulateAwards, openAwardNotice, reportAwards, grantAwards]
