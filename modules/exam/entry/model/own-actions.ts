import { action, bool, choice, datetime, dict, integer, list, money, pickFields, ref, revealedAll, shape, text } from '#model'
import { roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { examApplicant } from './applicant.ts'
import { applicationStates, examApplication, examChoice } from './application.ts'
import { EXAM_KINDS, examBatch } from './batch.ts'
import { examCategory, examSubject } from './dictionaries.ts'

const need = { required: true } as const
const person = examApplicant.fields
const wish = examApplication.fields
const refusals = { ...examBatch.options.refusals, ...examApplication.options.refusals }
const batchId = ref('examBatch', '考试批次', need)
const id = ref('examApplication', '报名', need)
const WHY = 'applicants read what they have entered themselves'
/** What applicants do with their own rows, one permission for all of it. */
export const OWN = 'exam:examApplication:begin'
const own = { permission: OWN, realms: ['exam'], refusals } as const
const READ = { ...own, method: 'GET' } as const
const APPLICANT_STATE = applicationStates.field('状态', need)

/** Open and past examinations, with the caller's own registration. */
export const myBatches = action('exam.examApplication.batches', '我的考试', {
  ...READ,
  many: true,
  output: {
    id: batchId,
    name: text('考试批次', { ...need, max: 100 }),
    kind: choice('考试类型', EXAM_KINDS, need),
    phase: roundPhases.field('进度', need),
    beginTime: datetime('开始', need),
    endTime: datetime('报名截止', need),
    state: applicationStates.field('状态', { required: false }),
    scoresAt: datetime('成绩发布时间'),
    confirmBy: datetime('录取确认截止'),
  },
})
const planShape = shape('招生计划', {
  id: ref('examPlan', '招生计划', need),
  label: text('招生计划', { ...need, max: 140 }),
  categories: list('考生类别', dict('考生类别', examCategory, need), need),
  subjects: list('考试科目', dict('科目', examSubject, need), need),
  requirements: text('报考要求', { max: 1000 }),
  tuition: money('学费'),
})
export const ownInfo = {
  name: text('姓名', { ...need, max: 60 }),
  category: dict('考生类别', examCategory, need),
  school: text('毕业学校', { ...need, max: 100 }),
  canton: { ...person.canton, options: { ...person.canton.options, readonly: false, required: true } },
  politicalCode: { ...person.politicalCode, options: { ...person.politicalCode.options, readonly: false } },
  phone: text('手机号', { ...need, max: 20, format: 'mobile', sensitivity: 'S1', mask: 'phone' }),
  address: text('通信地址', { ...need, max: 180, sensitivity: 'S1', mask: 'address' }),
  guardian: text('监护人和电话', { max: 60, sensitivity: 'S1', mask: 'whole' }),
} as const
/** The caller's registration in a batch. */
export const myApplication = action('exam.examApplication.mine', '我的报名', {
  ...READ,
  input: { batchId },
  output: {
    ...pickFields(examBatch.fields, ['name', 'notice', 'maxChoices', 'adjust', 'fee', 'endTime', 'reviewTo', 'payTo']),
    isOpen: bool('可以报名', need),
    needsCode: bool('需要验证码', need),
    needsList: bool('须在省招办名单', need),
    plans: list('招生计划', planShape, need),
    application: shape('报名', {
      id,
      state: APPLICANT_STATE,
      ...pickFields(wish, ['choices', 'obeyAdjust', 'exempt', 'exemptState', 'exemptNote', 'commitment', 'choiceSeq', 'submittedAt', 'reviewNote']),
      ...revealedAll(pickFields(wish, ['proofs', 'special']), WHY),
    }),
    applicant: shape('考生', {
      ...pickFields(person, ['ksh', 'genderCode', 'birthDate', 'category', 'school', 'canton', 'politicalCode', 'isListed']),
      ...pickFields(person, ['name', 'photoId']),
      ...revealedAll(pickFields(person, ['idNo', 'phone', 'address', 'guardian']), WHY),
    }),
    versions: list('志愿版本', shape('志愿版本', { ...pickFields(examChoice.fields, ['seq', 'choices', 'obeyAdjust', 'confirmedAt']), savedAt: datetime('保存时间', need) }), need),
    lacks: list('还缺', text('还缺', need), need),
  },
})
/** 30-EA1: whoever is on the list of the province, where there is one. */
export const beginApplication = action('exam.examApplication.begin', '开始报名', {
  ...own,
  input: { batchId, ksh: text('考生号', { ...need, max: 20, format: 'code' }), idNo: text('证件号', { ...need, max: 18, format: 'citizenId', sensitivity: 'S1', mask: 'idNo' }) },
  output: { id },
})
export const saveInfo = action('exam.examApplication.saveInfo', '保存个人信息', { ...own, input: { id, ...ownInfo }, output: 'none' })
export const saveFiles = action('exam.examApplication.saveFiles', '保存照片和材料', {
  ...own,
  input: {
    id,
    photoId: { ...person.photoId, options: { ...person.photoId.options, readonly: false, required: true } },
    exempt: { ...wish.exempt, options: { ...wish.exempt.options, readonly: false } },
    proofs: { ...wish.proofs, options: { ...wish.proofs.options, readonly: false } },
    special: text('便利条件', { max: 200, sensitivity: 'S2', help: '身体原因需要单独考场、放大字号等，写在这里' }),
  },
  output: 'none',
})
/** 30-EA2, 30-EA4 */
export const saveChoices = action('exam.examApplication.saveChoices', '保存志愿', {
  ...own,
  input: { id, choices: list('志愿', ref('examPlan', '志愿', need), { ...need, min: 1, max: 6 }), obeyAdjust: bool('服从调剂', { initial: false }) },
  output: { choiceSeq: integer('志愿版本', need) },
})
/** 30-EA4: the last version of the choices is confirmed by a code. */
export const submitApplication = action('exam.examApplication.submit', '提交报名', {
  ...own,
  input: { id, choiceSeq: integer('志愿版本', need), commitment: bool('我承诺所填信息真实', need), code: text('验证码', { max: 10 }) },
  output: { state: APPLICANT_STATE },
})
export const payApplication = action('exam.examApplication.pay', '缴费', { ...own, input: { id }, output: { path: text('缴费页', { ...need, max: 300 }) } })
export const ownActions = [myBatches, myApplication, beginApplication, saveInfo, saveFiles, saveChoices, submitApplication, payApplication]
