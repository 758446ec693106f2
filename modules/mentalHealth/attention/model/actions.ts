import { action, bool, choice, date, datetime, dict, integer, list, paged, pageInput, ref, revealed, shape, text } from '#model'
import { student } from '#modules/student/model/student.ts'
import {
  attentionCase,
  attentionFollowUp,
  attentionKind,
  caseStates,
  FOLLOW_UP_LAYERS,
  FOLLOW_UP_WAYS,
  LEVELS,
  MEMBER_LAYERS,
  MILD_LEVELS,
  REVIEWS,
  SEVERE_LEVELS,
} from './attention-case.ts'
import { NOTICE_STEPS } from './attention-notice.ts'
import { callSheet } from './call-actions.ts'

const need = { required: true } as const
const { fields } = attentionCase
const { refusals = {} } = attentionCase.options
const id = text('编号', { ...need, max: 36 })
const caseId = ref('attentionCase', '个案', need)
const name = text('姓名', { ...need, max: 60 })
const words = (label: string, max: number, help: string) => text(label, { ...need, min: 2, max, multiline: true, help })
const BY_LAYER = 'picked by the layer of the reader'
const head = {
  id,
  studentId: text('学生', { ...need, max: 36 }),
  name,
  studentNo: text('学号', { max: 20, format: 'code' }),
  className: text('班级', { max: 100 }),
  level: choice('级别', LEVELS, need),
  state: caseStates.field('状态', need),
  days: integer('已关注天数', need),
  owner: text('负责人', { max: 60 }),
  nextFollowUpOn: date('下次跟进'),
  dueAt: datetime('跟进时限'),
  isOverdue: bool('已逾期', need),
} as const
export const DUE = { all: '全部', overdue: '已逾期' } as const
/** 关注名单: the cases of which the reader has layer ML1 or above. */
export const caseRegister = action('mentalHealth.attentionCase.register', '关注名单', {
  method: 'GET',
  input: {
    ...pageInput,
    level: choice('级别', LEVELS),
    state: choice('状态', caseStates.labels),
    due: choice('跟进', DUE),
    departmentId: ref('department', '学院'),
  },
  output: paged('关注名单', head),
})
const followed = {
  id,
  at: datetime('时间', need),
  by: text('跟进人', { max: 60 }),
  way: choice('方式', FOLLOW_UP_WAYS, need),
  content: revealed(attentionFollowUp.fields.content, BY_LAYER),
  nextOn: date('下次跟进'),
} as const
/** One case, as far as the layer of the reader goes. Reading ML2 is audited (50-MH6), so it is no GET. */
export const openCase = action('mentalHealth.attentionCase.open', '查看', {
  permission: caseRegister.permission,
  /** `asMl1`: the team looks at what counsellor and college are shown, before it shares. */
  input: { id: caseId, asMl1: bool('按辅导员和学院的范围') },
  output: {
    ...head,
    layer: integer('范围', need),
    backup: text('后备', { max: 60 }),
    watchFor: revealed(fields.watchFor, BY_LAYER),
    agreedActions: revealed(fields.agreedActions, BY_LAYER),
    actionCard: revealed(fields.actionCard, BY_LAYER),
    contactName: revealed(student.fields.emergencyName, BY_LAYER),
    contactPhone: revealed(student.fields.emergencyPhone, BY_LAYER),
    kinds: list('类型', dict('类型', attentionKind, need)),
    assessment: revealed(fields.assessment, BY_LAYER),
    hospitalRecords: revealed(fields.hospitalRecords, BY_LAYER),
    followUps: list('跟进记录', shape('跟进', followed), need),
    notices: list('逾期提醒', shape('提醒', { id, at: datetime('时间', need), step: choice('提醒对象', NOTICE_STEPS, need), name: text('姓名', { max: 60 }) }), need),
    calls: list('紧急呼叫', shape('紧急呼叫', callSheet), need),
    guardianDueAt: fields.guardianDueAt,
    guardianAt: fields.guardianAt,
    guardianWhyNot: revealed(fields.guardianWhyNot, BY_LAYER),
    review: choice('复核意见', REVIEWS),
    isBegun: bool('已经开始', need),
    team: list('个案组', shape('成员', { name, layer: choice('范围', MEMBER_LAYERS, need), to: date('截止', need) }), need),
  },
})
/** ML0: what to do about whom, without reason or level. */
export const actionCards = action('mentalHealth.attentionCase.cards', '行动提示', {
  method: 'GET',
  many: true,
  output: { id, name, className: text('班级', { max: 100 }), card: text('请你做什么', { ...need, max: 200 }) },
})
/** 50-MH3: a report proposes; others confirm. */
export const proposeByHand = action('mentalHealth.attentionCase.propose', '提出关注', {
  input: { studentId: ref('student', '学生', need), level: choice('建议级别', LEVELS, need), why: words('发现了什么', 1000, '写看到的事实，不写诊断') },
  output: 'none',
  refusals,
})
const confirmed = {
  id: caseId,
  kinds: list('类型', dict('类型', attentionKind, need), { ...need, min: 1, max: 7 }),
  watchFor: words('注意什么', 500, '给辅导员和学院看，不写诊断'),
  agreedActions: words('约定的做法', 500, '谁在什么情况下做什么'),
  actionCard: text('行动提示', {
    max: 200,
    multiline: true,
    help: '给宿管员和班主任看，只写要做的事，不写原因，如“请留意今晚 23:00 前是否回寝，未归请电话联系辅导员”。不填则他们什么都看不到',
  }),
} as const
export const confirmSevere = action('mentalHealth.attentionCase.confirmSevere', '确认（一级、二级）', {
  input: {
    ...confirmed,
    level: choice('级别', SEVERE_LEVELS, need),
    assessment: words('评估', 4000, '只有个案组看得到'),
    hospitalRecords: text('就医材料摘录', { max: 2000, multiline: true, help: '诊断只照抄医院材料' }),
    ownerId: ref('user', '负责人', { ...need, role: 'psychologist' }),
    backupId: ref('user', '后备', { ...need, role: 'psychologist' }),
    until: date('个案组截止', { ...need, help: '到期后成员不再看得到' }),
  },
  output: 'none',
  refusals,
})
export const confirmMild = action('mentalHealth.attentionCase.confirmMild', '确认（三级、四级）', {
  input: {
    ...confirmed,
    level: choice('级别', MILD_LEVELS, need),
    ownerId: ref('user', '负责人', { ...need, role: 'fdy' }),
    backupId: ref('user', '后备', { ...need, role: 'college' }),
  },
  output: 'none',
  refusals,
})
export const dismissCase = action('mentalHealth.attentionCase.dismiss', '不列入', { input: { id: caseId, reason: words('理由', 300, '写核实的结果') }, output: 'none', refusals })
export const followUp = action('mentalHealth.attentionCase.followUp', '登记跟进', {
  input: {
    id: caseId,
    at: datetime('时间', need),
    way: choice('方式', FOLLOW_UP_WAYS, need),
    layer: choice('给谁看', FOLLOW_UP_LAYERS, { ...need, initial: 'ml1' }),
    content: words('情况', 2000, '写事实和约定，不写诊断'),
    nextOn: date('下次跟进', { help: '一级和二级须约定，准备结束时不填' }),
  },
  output: 'none',
  refusals,
})
/** No guardian is told for now: it would bring more danger, and why is kept. */
export const withholdGuardian = action('mentalHealth.attentionCase.withholdGuardian', '暂不告知家长', {
  permission: confirmSevere.permission,
  input: { id: caseId, why: words('理由', 500, '为什么现在告知家长会有更大的危险；只有个案组看得到') },
  output: 'none',
  refusals,
})
/** 50-MH5: up, always. */
export const raiseCase = action('mentalHealth.attentionCase.raise', '升级', {
  permission: followUp.permission,
  input: { id: caseId, level: choice('升到', LEVELS, need) },
  output: 'none',
  refusals,
})
/** 50-MH5: down one level, or ended, once the centre and the college have both looked at it. */
export const reviewCase = action('mentalHealth.attentionCase.review', '复核个案', { input: { id: caseId, to: choice('复核结论', REVIEWS, need) }, output: 'none', refusals })
const until = date('截止', need)
export const shareCase = action('mentalHealth.attentionCase.share', '加入个案组', {
  input: { id: caseId, userId: ref('user', '人员', { ...need, role: 'psychologist' }), until },
  output: 'none',
  refusals,
})
export const shareCard = action('mentalHealth.attentionCase.shareCard', '发行动提示', {
  input: { id: caseId, userId: ref('user', '教师', { ...need, role: 'teacher' }), until },
  output: 'none',
  refusals,
})
export const caseActions = [
  caseRegister,
  openCase,
  actionCards,
  proposeByHand,
  confirmSevere,
  confirmMild,
  dismissCase,
  followUp,
  withholdGuardian,
  raiseCase,
  reviewCase,
  shareCase,
  shareCard,
]
