import { action, choice, datetime, entity, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { presenceStates } from './presence-state.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
export const objectionStates = states({ open: { label: '待答复', tone: 'waiting' }, answered: { label: '已答复', tone: 'done' } }, { answer: ['open'] })
/** 状态异议: a student says that the state is wrong. The answer leads to the record that has to be put right; the state itself is never changed by hand. */
export const presenceObjection = entity(
  'presence.presenceObjection',
  '状态异议',
  {
    studentId: ref('student', '学生', { ...need, ...readonly }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    /** What the student saw. */
    shown: choice('当时的状态', presenceStates.labels, { ...need, ...readonly }),
    words: text('说明', { ...need, ...readonly, min: 2, max: 300, multiline: true }),
    objectedAt: datetime('提出时间', { ...need, ...readonly, sortable: true }),
    state: objectionStates.field('进度', { initial: 'open' }),
    answer: text('答复', { ...readonly, min: 2, max: 300, multiline: true }),
    answeredById: ref('user', '答复人', readonly),
    answeredAt: datetime('答复时间', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'words',
    scope: BY_STUDENT,
    sort: ['-objectedAt'],
    verbs: ['list', 'export'],
    refusals: { running: '你提的异议还没有答复，请等老师核实', none: '学校还没有核对出你的状态，过几分钟再来' },
  },
)
const { refusals = {} } = presenceObjection.options
export const objectToState = action('presence.presenceObjection.object', '提出异议', {
  permission: 'presence:presenceState:mine',
  input: { words: text('实际情况', { ...need, min: 2, max: 300, multiline: true, help: '例如现在在哪里、谁可以证明' }) },
  output: 'none',
  refusals,
})
export const answerObjection = action('presence.presenceObjection.answer', '答复异议', {
  input: { id: ref('presenceObjection', '异议', need), answer: text('答复', { ...need, min: 2, max: 300, multiline: true, help: '查到哪条记录不对，就在那里更正，状态会跟着变' }) },
  output: 'none',
  inScope: true,
  refusals,
})
export const objectionActions = [objectToState, answerObjection]
