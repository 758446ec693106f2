import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, datetime, entity, files, type Row, ref, states, text } from '#model'
import { societyFounding } from './founding.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const CHANGE_KINDS = { head: '换届', rename: '更名', advisor: '更换指导教师', unit: '更换业务指导单位', charter: '修改章程' } as const
export type ChangeKind = keyof typeof CHANGE_KINDS
/** Kinds that the members decide about: with the minutes of their meeting. */
export const WITH_MINUTES: readonly ChangeKind[] = ['head', 'rename', 'charter']
export const changeStates = states(
  { ...SUBMITTED_STATES, approved: { label: '待生效', tone: 'waiting' }, done: { label: '已生效', tone: 'done' } },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], agreeToLead: ['pending', 'returned'] },
)
export const asked = {
  kind: choice('变更', CHANGE_KINDS, need),
  reason: text('原因', { ...need, max: 500, multiline: true }),
  memberId: ref('societyMember', '接任的成员'),
  effectiveAt: datetime('约定生效时间', { help: '到这一分钟，权限转给新负责人' }),
  newName: text('新名称', { max: 40 }),
  advisorNo: text('新指导教师工号', { max: 20, format: 'code' }),
  advisorName: text('新指导教师姓名', { max: 64, clear: 'a teacher, as the students know them' }),
  newUnitId: ref('department', '新业务指导单位'),
  charter: files('新章程', { maxFiles: 1, types: ['pdf'] }),
  minutes: files('会议纪要', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '换届、更名、修改章程要有' }),
} as const
/** 社团变更: what the head asks to change, in force once it is approved. */
export const societyChange = entity(
  'society.societyChange',
  '社团变更',
  {
    societyId: ref('society', '社团', { ...need, immutable: true, search: true }),
    studentId: ref('student', '申请人', { ...need, immutable: true }),
    ...asked,
    newHeadId: ref('student', '新负责人', readonly),
    /** When the new head agreed to lead. */
    agreedAt: datetime('新负责人同意', readonly),
    newAdvisorId: ref('teacher', '新指导教师', readonly),
    before: text('变更前', { ...readonly, max: 200 }),
    after: text('变更后', { ...readonly, max: 200 }),
    state: changeStates.field('状态', { initial: 'pending', sortable: true }),
    doneOn: date('生效日期', { ...readonly, sortable: true }),
  },
  {
    title: 'after',
    scope: { student: 'studentId', department: 'societyId.guidanceUnitId', teacher: 'societyId.advisorId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      ...societyFounding.options.refusals,
      notHead: '只有“{society}”的负责人能申请变更',
      over: '“{society}”{state}，不能变更',
      missing: '{kind}要填“{field}”',
      minutesMissing: '{kind}要有会议纪要',
      notMember: '接任的人要是“{society}”的成员',
      self: '接任的人不能是你自己',
      open: '“{kind}”已经在办，办完再申请',
      notAgreed: '{name}还没有同意担任负责人，不能批准',
      notAsked: '没有人请你担任负责人',
    },
  },
)
export type Change = Row<typeof societyChange>
