import { action, bool, choice, datetime, integer, list, ref, shape, text } from '#model'
import { welcomeBatch } from './batch.ts'
import { KINDS, PHASES, welcomeStep } from './step.ts'
import { CHANNELS, stepStates, welcomeMember, welcomeStepState } from './step-state.ts'

const need = { required: true } as const
const batchId = ref('welcomeBatch', '批次', need)
const code = text('编码', { ...need, max: 30, format: 'code' })
const refusals = { ...welcomeMember.options.refusals, ...welcomeStepState.options.refusals }
const remark = text('说明', { ...need, min: 2, max: 200, multiline: true })

/** Fills a draft with the steps that schools usually have. */
export const addUsual = action('welcome.welcomeStep.addUsual', '采用常用环节', {
  permission: 'welcome:welcomeStep:add',
  input: { batchId },
  output: { added: integer('环节', need) },
  refusals: welcomeStep.options.refusals ?? {},
})
/** What settles automatic steps, for the editor. */
export const autoSources = action('welcome.welcomeStep.sources', '自动来源', {
  method: 'GET',
  permission: 'welcome:welcomeStep:list',
  many: true,
  output: { code: text('编码', { ...need, max: 60 }), title: text('名称', { ...need, max: 60 }) },
})

const SUBMIT = 'welcome:welcomeStepState:submit'
const step = {
  ...{ code, name: text('环节', { ...need, max: 40 }), phase: choice('阶段', PHASES, need), kind: choice('方式', KINDS, need), required: bool('必办', need) },
  ...{ state: stepStates.field('状态'), recheck: bool('需复核', need), at: datetime('办理时间'), remark: text('说明', { max: 200 }) },
  /** What it waits for, with values. */
  why: list('原因', text('原因', { ...need, max: 300 }), need),
} as const
/** 30-WS2: the new student's own steps, and what each of them waits for. */
export const mySteps = action('welcome.welcomeStepState.mine', '我的迎新', {
  method: 'GET',
  realms: ['welcome'],
  permission: SUBMIT,
  output: {
    batch: shape('批次', {
      id: text('编号', { ...need, max: 36 }),
      name: welcomeBatch.fields.name,
      preFrom: welcomeBatch.fields.preFrom,
      preTo: welcomeBatch.fields.preTo,
      siteFrom: welcomeBatch.fields.siteFrom,
      siteTo: welcomeBatch.fields.siteTo,
      contacts: welcomeBatch.fields.contacts,
    }),
    arrivedAt: datetime('到校时间'),
    className: text('班级', { max: 60 }),
    counsellor: text('辅导员', { max: 60 }),
    steps: list(
      '环节',
      shape('环节', {
        ...step,
        from: datetime('开始'),
        to: datetime('结束'),
        isOpen: bool('可以办理', need),
        form: text('办理页面', { max: 100 }),
        canSubmit: bool('自己提交', need),
        place: text('地点', { max: 200 }),
      }),
      need,
    ),
  },
})
/** A step that new students do themselves, without a page of its own. */
export const submitStep = action('welcome.welcomeStepState.submit', '我已办好', { realms: ['welcome'], input: { code }, output: { state: stepStates.field('状态') }, refusals })

const id = ref('welcomeMember', '新生', need)
const READ = 'welcome:welcomeMember:list'
/** All steps of one person, for staff. */
export const memberSteps = action('welcome.welcomeMember.steps', '环节进度', {
  method: 'GET',
  permission: READ,
  inScope: true,
  input: { id },
  output: {
    steps: list(
      '环节',
      shape('环节', { ...step, by: text('办理人', { max: 60 }), point: text('办理点', { max: 40 }), channel: choice('方式', CHANNELS), canWaive: bool('可以免办', need) }),
      need,
    ),
  },
})
const SETTLE = 'welcome:welcomeMember:settle'
/** By the list, without a code: for whoever could not be scanned, and what needs no point. */
export const settleStep = action('welcome.welcomeMember.settle', '办结', { inScope: true, input: { id, code, remark: text('说明', { max: 200 }) }, output: 'none', refusals })
export const sendBack = action('welcome.welcomeMember.sendBack', '退回', { permission: SETTLE, inScope: true, input: { id, code, remark }, output: 'none', refusals })
export const waiveStep = action('welcome.welcomeMember.waive', '免办', { permission: SETTLE, inScope: true, input: { id, code, remark }, output: 'none', refusals })
/** 30-WS7: later than the scanner's own minutes, by admissions, with a reason. */
export const reopenStep = action('welcome.welcomeMember.reopen', '撤销办结', { inScope: true, input: { id, code, remark }, output: 'none', refusals })
export const stepActions = [addUsual, autoSources, mySteps, submitStep, memberSteps, settleStep, sendBack, waiveStep, reopenStep]
