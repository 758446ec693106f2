import { action, choice, date, dict, integer, list, money, pickFields, ref, revealed, shape, statistics, text } from '#model'
import { AID_KINDS, aidStates, militaryAid, statedYear } from './aid.ts'
import { aidApplication, computation, enlistApplication } from './application.ts'
import { enlistEnd } from './dictionaries.ts'
import { asked, END_LABELS, enlistRecord, KINDS, papers, stageStates } from './record.ts'

const need = { required: true } as const
const MOST = 500
const { refusals = {} } = enlistRecord.options
const { refusals: aidRefusals = {} } = militaryAid.options
const id = ref('enlistRecord', '应征记录', need)
const aidIds = list('资助', ref('militaryAid', '资助', need), { ...need, min: 1, max: MOST })
const rowId = text('编号', { ...need, max: 36 })

/** Facts and papers as they come in; what is not given stays. */
export const enterPapers = action('enlistment.enlistRecord.enterPapers', '登记材料', { input: { id, ...papers }, output: 'none', inScope: true, refusals })
const skipped = shape('没有推进', { id: rowId, name: text('学生', { ...need, max: 60 }), why: text('原因', { ...need, max: 300 }) })
/** Takes records to their next stage; those that lack a paper stay and are named. */
export const advanceStage = action('enlistment.enlistRecord.advance', '推进到下一步', {
  input: { ids: list('应征记录', id, { ...need, min: 1, max: MOST }) },
  output: { done: integer('已推进', need), skipped: list('没有推进', skipped, need) },
})
export const endPath = action('enlistment.enlistRecord.endPath', '终止', {
  input: { id, to: choice('结果', END_LABELS, need), cause: dict('原因', enlistEnd, need), reason: text('说明', { max: 200, multiline: true }), on: date('日期', need) },
  output: 'none',
  inScope: true,
  refusals,
})
const classChoice = shape('班级', {
  id: rowId,
  name: text('班级', { ...need, max: 60 }),
  grade: integer('年级', need),
  isNext: choice('下一年级', { yes: '下一年级', no: '其他年级' }, need),
})
/** What a return leads to: classes, the waiver, what the returned soldier is entitled to. */
export const returnPlan = action('enlistment.enlistRecord.returnPlan', '复学方案', {
  method: 'GET',
  permission: 'enlistment:enlistRecord:confirmReturn',
  input: { id, on: date('复学日期') },
  output: {
    returnBy: date('最晚复学', need),
    daysLeft: integer('剩余天数', need),
    classes: list('可选的班级', classChoice, need),
    years: computation.years,
    total: computation.total,
    entitlements: list('待遇', text('待遇', { ...need, max: 200 }), need),
  },
  refusals: { ...refusals, ...aidRefusals },
})
/** 40-E6, E8: the status change and the waiver, in one transaction. */
export const confirmReturn = action('enlistment.enlistRecord.confirmReturn', '确认复学', {
  input: {
    id,
    on: date('复学日期', need),
    classId: ref('stuClass', '编入班级'),
    docNo: text('文号', { ...need, max: 60 }),
    majorAfter: ref('major', '复学后专业', { help: '按学校规定转专业的填写' }),
    reason: text('逾期复学的理由', { max: 200, multiline: true, help: '超过最晚复学日期的必填' }),
  },
  output: { changeNo: text('异动单号', { max: 30 }), total: money('减免合计', need) },
  inScope: true,
  refusals: { ...refusals, ...aidRefusals },
})
const path = {
  year: asked.year,
  season: asked.season,
  kind: choice('类别', KINDS, need),
  stage: stageStates.field('进度'),
  ...pickFields(enlistRecord.fields, ['noticeDate', 'keepStatusUntil', 'dischargedOn', 'returnBy', 'returnedOn']),
} as const
const OWN = 'the contact that the students have left themselves'
/** Where a student is on the way, what comes next and what to bring. */
export const myPath = action('enlistment.enlistRecord.myPath', '我的参军', {
  method: 'GET',
  permission: enlistApplication.apply.permission,
  output: {
    record: shape('应征记录', {
      id: rowId,
      ...path,
      state: enlistRecord.fields.state,
      daysLeft: integer('剩余天数'),
      familyName: revealed(asked.familyName, OWN),
      familyPhone: revealed(asked.familyPhone, OWN),
    }),
    papers: list('要带的材料', text('材料', { ...need, max: 60 }), need),
    next: text('下一步', { ...need, max: 200 }),
    estimate: shape('估算', computation),
    entitlements: list('待遇', text('待遇', { ...need, max: 200 }), need),
    aids: list('资助', shape('资助', { id: rowId, kind: choice('资助', AID_KINDS, need), total: money('金额', need), state: aidStates.field('状态') }), need),
  },
})
export const setFamily = action('enlistment.enlistRecord.setFamily', '修改家人联系方式', {
  permission: enlistApplication.apply.permission,
  input: {
    id,
    familyName: text('家人姓名', { ...need, max: 60, sensitivity: 'S1' }),
    familyPhone: text('家人电话', { ...need, max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone' }),
  },
  output: 'none',
})

/** 40-E3 to E5 for a student, without writing anything. */
export const estimateAid = action('enlistment.militaryAid.estimate', '测算', {
  method: 'GET',
  input: { studentId: ref('student', '学生', need), noticeDate: date('入伍通知书日期', need) },
  output: { ...computation, ground: text('不予资助的情形', { max: 60 }) },
  refusals: aidRefusals,
})
export const stateTuition = action('enlistment.militaryAid.stateTuition', '核定学费', {
  input: { id: ref('militaryAid', '资助', need), ...statedYear },
  output: 'none',
  inScope: true,
  refusals: aidRefusals,
})
export const reportAid = action('enlistment.militaryAid.report', '上报', {
  input: { ids: aidIds, reportedOn: date('上报日期', need) },
  output: { done: integer('已上报', need) },
  refusals: aidRefusals,
})
export const fundAid = action('enlistment.militaryAid.fund', '登记拨款', {
  input: { ids: aidIds, fundedOn: date('拨款日期', need), fundId: ref('fundAccount', '经费') },
  output: { done: integer('已登记', need) },
  refusals: aidRefusals,
})
export const payAid = action('enlistment.militaryAid.pay', '发放', {
  input: { ids: aidIds, bankPaidOn: date('还贷日期', { help: '有还贷款部分的必填：学校把这部分还给贷款银行的日期' }) },
  output: { listed: integer('列入发放单', need), paid: integer('已办结', need) },
  refusals: aidRefusals,
})
const oneAid = { id: ref('militaryAid', '资助', need), reason: text('说明', { ...need, max: 200, multiline: true }) } as const
/** 40-E7: what has to come back becomes a receivable. */
export const recoverAid = action('enlistment.militaryAid.recover', '转为应收', {
  input: { ...oneAid, dueDate: date('缴费截止', need) },
  output: 'none',
  inScope: true,
  refusals: aidRefusals,
})
export const dropRecovery = action('enlistment.militaryAid.dropRecovery', '不追缴', { input: oneAid, output: 'none', inScope: true, refusals: aidRefusals })

const amounts = { count: integer('份数', need), total: money('金额', need) } as const
export const enlistStatistics = statistics('enlistment.enlistRecord.statistics', '参军统计', {
  most: 4000,
  sums: { registered: integer('登记', need), chosen: integer('定兵', need), enlisted: integer('入伍', need), returned: integer('复学', need) },
  by: { byCollege: '学院', byYear: '年度', bySeason: '征兵季' },
  more: {
    serving: integer('在伍', need),
    dueBack: integer('待复学', need),
    targets: list(
      '任务完成',
      shape('学院', { key: text('编号', { ...need, max: 36 }), label: text('学院', { ...need, max: 60 }), target: integer('任务数', need), enlisted: integer('入伍', need) }),
      need,
    ),
    aidByYear: list('各年资助', shape('年度', { year: integer('年度', need), kind: choice('资助', AID_KINDS, need), ...amounts }), need),
  },
})
export const enlistActions = [
  ...Object.values(enlistApplication),
  ...[enterPapers, advanceStage, endPath, returnPlan, confirmReturn, myPath, setFamily],
  ...Object.values(aidApplication),
  ...[estimateAid, stateTuition, reportAid, fundAid, payAid, recoverAid, dropRecovery, enlistStatistics, enlistStatistics.sheet],
]
