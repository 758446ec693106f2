import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, dict, entity, files, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'

export const ADJUSTMENTS = { upgrade: '提高', downgrade: '降低', exit: '退出', falseStatement: '不实申报' } as const
export const adjustmentStates = states(
  {
    ...SUBMITTED_STATES,
    noticed: { label: '已告知本人', tone: 'waiting' },
    answered: { label: '本人已申辩', tone: 'attention' },
    effective: { label: '已生效', tone: 'done' },
  },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], answer: ['noticed'], decide: ['noticed', 'answered'] },
)
/** Days in which a student may answer before a level is lowered or ended (40-D11). */
export const ANSWER_DAYS = 5
const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const
/** What a student asks for after a sudden event. */
export const asked = {
  toLevel: dict('申请等级', aidLevel, { required: true }),
  reason: text('原因', { required: true, min: 4, max: 500, multiline: true, help: '写明发生了什么、什么时候', ...S2 }),
  proofs: files('证明材料', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], ...S2 }),
} as const

/** 动态调整: a change of a level within the year: raised after an event, lowered or ended after the student was heard, ended for a false statement. */
export const levelAdjustment = entity(
  'hardship.levelAdjustment',
  '动态调整',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    kind: choice('调整', ADJUSTMENTS, { ...readonly, initial: 'upgrade' }),
    fromLevel: dict('原等级', aidLevel, readonly),
    ...asked,
    toLevel: dict('新等级', aidLevel),
    answer: text('本人申辩', { ...readonly, max: 500, ...S2 }),
    answerBy: date('申辩期限', { ...readonly, sortable: true }),
    decisionNote: text('决定说明', { ...readonly, max: 200 }),
    state: adjustmentStates.field('状态', { sortable: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      open: '{name}还有一项调整没有办完',
      notHigher: '{name}现在是{level}，申请的等级没有更高',
      notLower: '{name}现在是{level}，新等级须更低；退出不选等级',
      noLevel: '{name}现在没有困难等级',
      waiting: '{name}可以在 {until} 前申辩，之后才能决定',
      over: '申辩期限 {until} 已过',
    },
  },
)
