import { action, bool, choice, date, datetime, decimal, files, integer, list, permissionKey, ref, shape, text } from '#model'
import { statusChange } from '../../changes/model/status-change.ts'
import { MOST_CHOICES, majorTransferBatch, transferStages } from './batch.ts'

const required = { required: true } as const
const id = ref('majorTransferBatch', '批次', required)
const word = (label: string, max = 120) => text(label, { required: true, max })
const { reasonText, proofs } = statusChange.fields
const refusals = majorTransferBatch.options.refusals ?? {}

/** A student applies in a batch; a returned application is submitted again like any other change. */
export const applyTransfer = action('standing.majorTransferBatch.apply', '申请转专业', {
  permission: permissionKey(statusChange, 'apply'),
  input: {
    batchId: id,
    choices: list('志愿', ref('gradeMajor', '年级专业', required), { required: true, min: 1, max: MOST_CHOICES }),
    reasonText: text('理由', { required: true, min: 10, max: 1000, multiline: true, sensitivity: reasonText.options.sensitivity ?? 'S2' }),
    proofs: files('证明', { maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'pdf'], ...(proofs.options.sensitivity ? { sensitivity: proofs.options.sensitivity } : {}) }),
  },
  output: { id: text('编号', { required: true, max: 36 }), changeNo: text('单号', { required: true, max: 30 }), nextStep: text('下一步', { max: 500 }) },
  refusals: {
    ...refusals,
    ...statusChange.options.refusals,
    twice: '两个志愿不能相同',
    own: '“{choice}”是你现在的专业',
    notOffered: '“{choice}”没有转入名额',
    earlier: '“{choice}”是更高的年级，只能转入本年级或更低的年级',
  },
})
const offer = shape('专业', { id: word('编号', 36), name: word('年级专业', 100), college: word('学院'), seats: integer('名额', required), applied: integer('第一志愿', required) })
/** Batches for the reader: those that take applications, with what they ask and offer, and those the reader applied in. */
export const myTransferBatches = action('standing.majorTransferBatch.mine', '转专业批次', {
  method: 'GET',
  permission: permissionKey(statusChange, 'apply'),
  many: true,
  output: {
    id: word('编号', 36),
    name: word('名称', 100),
    beginTime: datetime('开始', required),
    endTime: datetime('结束', required),
    effectiveDate: date('生效日期', required),
    isOpen: bool('可以申请', required),
    stage: transferStages.field('阶段'),
    changeId: text('申请', { max: 36 }),
    conditions: list('条件', shape('条件', { name: word('名称', 60), isMet: bool('符合', required), why: list('不符合', word('原因', 500), required) }), required),
    offers: list('专业', offer, required),
  },
})
const SCORE = 'standing:majorTransferBatch:score'
/** Applicants who have chosen a major of the reader's colleges, for their assessment. */
export const transferCandidates = action('standing.majorTransferBatch.candidates', '考核名单', {
  method: 'GET',
  permission: SCORE,
  input: { id },
  many: true,
  output: {
    id: word('编号', 36),
    studentNo: text('学号', { max: 20 }),
    name: word('姓名', 64),
    fromName: text('原专业', { max: 100 }),
    choices: list('志愿', word('年级专业', 100), required),
    state: choice('状态', { pending: '审批中', returned: '退回修改', approved: '待考核', publicised: '拟录取', rejected: '未录取' }, required),
    assessScore: decimal('考核成绩', { precision: 5, scale: 2 }),
    bonus: decimal('加分', { ...required, precision: 5, scale: 2 }),
    rank: integer('名次'),
    toName: text('录取专业', { max: 100 }),
  },
})
const fault = shape('错误', { line: integer('行', required), studentNo: text('学号', { max: 60 }), problem: word('问题', 200) })
/** Scores of an assessment from a workbook with the columns 学号 and 考核成绩: all of them or none. */
export const importScores = action('standing.majorTransferBatch.score', '导入考核成绩', {
  input: { id, file: files('成绩表', { required: true, maxFiles: 1, mostMb: 10, types: ['xlsx'] }) },
  output: { written: integer('写入', required), faults: list('错误', fault, required) },
  refusals: { ...refusals, columns: '没有找到“{title}”这一列' },
})
const PUBLISH = permissionKey(majorTransferBatch, 'publish')
/** 30-SC: ranks everybody who was assessed and places them. It can be repeated until the result is on notice. */
export const rankTransfers = action('standing.majorTransferBatch.rank', '排名录取', {
  permission: PUBLISH,
  inScope: true,
  input: { id },
  output: { ranked: integer('参加排名', required), placed: integer('录取', required), unscored: integer('没有成绩', required) },
  refusals: { ...refusals, stillOpen: '“{name}”{phase}，结束后才能排名', waiting: '还有 {count} 份申请没有审批完', nobody: '“{name}”没有通过审批的申请' },
})
export const publiciseTransfers = action('standing.majorTransferBatch.publicise', '发布公示', {
  permission: PUBLISH,
  inScope: true,
  input: { id },
  output: { placed: integer('公示', required), endAt: datetime('公示到', required) },
  refusals: { ...refusals, nobody: '“{name}”没有录取任何人' },
})
/** Everything that follows from the batch, in one job that can be repeated. */
export const effectTransfers = action('standing.majorTransferBatch.effect', '转专业生效', {
  permission: PUBLISH,
  inScope: true,
  input: { id },
  output: { count: integer('人数', required) },
  refusals,
})
export const transferActions = [applyTransfer, myTransferBatches, transferCandidates, importScores, rankTransfers, publiciseTransfers, effectTransfers]
