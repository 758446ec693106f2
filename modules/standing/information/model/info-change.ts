import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, datetime, entity, files, list, ref, states, text } from '#model'
import { FIELD_MODES } from '#modules/student/model/actions.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { SYNCS } from '../../changes/model/status-change.ts'
import { FIELD_LABELS } from './field-policy.ts'

export const infoStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'], agree: ['pending'] })
export const APPLY_WAYS = { self: '本人申请', office: '学工处更正' } as const
export type Value = string | number | boolean | null
/** One field with its value as it was applied for, and as it shall be. */
export interface Item {
  field: string
  old: Value
  new: Value
}
const readonly = { readonly: true } as const
const required = { required: true } as const
/** Form fields besides the new values. */
export const said = {
  reason: text('说明', { max: 500, multiline: true }),
  proofs: files('证明', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '户口簿页、公安机关证明等' }),
} as const

/** 信息变更: new values of fields of a student's record, applied for and approved, or corrected by the office. */
export const infoChange = entity(
  'standing.infoChange',
  '信息变更',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    fields: list('项目', choice('项目', FIELD_LABELS, required), required),
    /** The items as JSON: identity numbers are among them. */
    items: text('变更内容', { readonly: true, secret: 'internal', encrypted: true, sentTo: [], max: 8000 }),
    mode: choice('变更方式', FIELD_MODES, { readonly: true, initial: 'locked' }),
    ...said,
    applyWay: choice('办理方式', APPLY_WAYS, { readonly: true, initial: 'self' }),
    state: infoStates.field('状态', { sortable: true }),
    effectiveAt: datetime('生效时间', { readonly: true, sortable: true }),
    nationalSync: choice('学信网标注', SYNCS, { readonly: true, initial: 'notNeeded' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    oldText: text('原来', { computed: true, max: 1000 }),
    newText: text('改为', { computed: true, max: 1000 }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      nothing: '请填写要更正的内容',
      reasonMissing: '请填写更正的原因',
      ended: '你的学籍已结束（{status}），如需更正请联系学院',
      same: '“{field}”与现在的相同',
      free: '“{field}”可以直接修改，不用申请',
      open: '“{field}”还有一份没有办完的申请',
      proof: '更正“{field}”须上传证明',
      window: '“{field}”在每年 {window} 申请',
      idNoTaken: '这个证件号已有在籍学生使用，请带证件到学院核实',
      moved: '申请后“{field}”又有变动：申请时是“{old}”，现在是“{now}”，要改为“{wanted}”。请在审批卡上核对后再决定',
      movedAgain: '学生的信息刚刚又有变动，请重新核对',
      notYours: '只有正在审批的人才能确认',
    },
  },
)
