import { bool, choice, datetime, entity, integer, ref, states, text } from '#model'
import { BY_PLACE_OF_STUDENT } from '#modules/student/model/filters.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { student } from '#modules/student/model/student.ts'

export const stepStates = states({
  locked: { label: '未到', tone: 'waiting' },
  open: { label: '待办', tone: 'going' },
  submitted: { label: '待确认', tone: 'attention' },
  done: { label: '已办', tone: 'done' },
  waived: { label: '免办', tone: 'over' },
  returned: { label: '退回', tone: 'refused' },
})
export type StepState = keyof typeof stepStates.labels
/** What may be done about a step, by the student, at a point or from the list, and in which states. */
const ACTS = {
  submit: ['open', 'returned'],
  confirm: ['open', 'submitted', 'returned'],
  sendBack: ['submitted'],
  waive: ['locked', 'open', 'submitted', 'returned'],
  reopen: ['done', 'waived'],
} as const satisfies Readonly<Record<string, readonly StepState[]>>
export type StepAct = keyof typeof ACTS
export const allowsAct = ({ state }: { state: StepState }, act: StepAct): boolean => (ACTS[act] as readonly StepState[]).includes(state)
/** States that let those behind them begin. */
export const SETTLED = ['done', 'waived'] as const
export const CHANNELS = { self: '本人', scan: '扫码', auto: '自动', batch: '名单办理', offline: '离线扫码' } as const
export type Channel = keyof typeof CHANNELS
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 新生名单: who takes part in a batch. Its row serialises changes to the steps of one person. */
export const welcomeMember = entity(
  'welcome.welcomeMember',
  '迎新新生',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    /** 30-WS8 */
    arrivedAt: datetime('到校时间', { ...readonly, sortable: true }),
    /** Scans so far: each one ends the code that was shown for it. */
    scans: integer('扫码次数', { ...fixed, initial: 0, secret: 'internal' }),
    /** The source of a step that has stopped the other required ones on site. */
    stoppedBy: text('停办来源', { ...readonly, max: 60, secret: 'internal' }),
    place: text('专业班级', { computed: true, max: 160 }),
    progress: text('已办', { computed: true, max: 20 }),
    next: text('下一环节', { computed: true, max: 40 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId']],
    filters: { ...BY_PLACE_OF_STUDENT, 'studentId.majorId': student.fields.majorId, 'studentId.genderCode': student.fields.genderCode },
    sort: ['-arrivedAt'],
    verbs: ['list', 'export'],
    refusals: { notMember: '{name}不在“{batch}”的新生名单里', noBatch: '现在没有进行中的迎新批次' },
  },
)
/** Whether a required step on site stands still because what settles another step of the person has stopped them. */
export const isStoppedFor = ({ stoppedBy }: { stoppedBy: string | null }, step: { phase: string; required: boolean; autoSource: string | null }): boolean =>
  stoppedBy !== null && step.phase === 'site' && step.required && step.autoSource !== stoppedBy
/** 环节进度: how far one person is with one step. */
export const welcomeStepState = entity(
  'welcome.welcomeStepState',
  '环节进度',
  {
    batchId: ref('welcomeBatch', '批次', fixed),
    studentId: ref('student', '新生', { ...fixed, search: true }),
    stepCode: text('环节', { ...fixed, max: 30, format: 'code' }),
    state: stepStates.field('状态', { initial: 'locked' }),
    required: bool('必办', { ...fixed, initial: true }),
    /** 30-WS3: a step before it has been opened again. */
    recheck: bool('需复核', { ...fixed, initial: false }),
    at: datetime('办理时间', { ...readonly, sortable: true }),
    by: ref('user', '办理人', readonly),
    pointId: ref('welcomePoint', '办理点', readonly),
    channel: choice('方式', CHANNELS, readonly),
    remark: text('说明', { ...readonly, max: 200 }),
    stepName: text('环节名称', { computed: true, max: 40 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['batchId', 'studentId', 'stepCode']],
    filters: BY_PLACE_OF_STUDENT,
    sort: ['-at'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      noStep: '“{batch}”没有环节“{code}”',
      notYours: '{name}不用办“{step}”',
      lacks: '“{step}”还不能办：{why}',
      auto: '“{step}”随{source}自动完成，不能手工办',
      notSelf: '“{step}”由老师办，不用自己提交',
      elsewhere: '“{step}”请到对应的页面办理',
      closedWindow: '“{step}”{from} 至 {to} 办理，现在不受理',
      role: '“{step}”由{roles}办理',
      waiver: '“{step}”不能由你免办',
      settledState: '{name}的“{step}”{state}，不能{verb}',
    },
  },
)
