import { choice, dict, entity, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'

export const CHECK_RESULTS = { unchanged: '情况未变', better: '情况好转', worse: '情况变差' } as const
export const checkStates = states({ open: { label: '待核查', tone: 'waiting' }, done: { label: '已核查', tone: 'done' } }, { record: ['open'] })
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

/** 困难核查: one of the recognised students drawn each term, with whom the counsellor talks. */
export const levelCheck = entity(
  'hardship.levelCheck',
  '困难核查',
  {
    xn: text('学年', { ...fixed, max: 9 }),
    xqM: choice('学期', { 1: '第一学期', 2: '第二学期', 3: '短学期' }, fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    level: dict('等级', aidLevel, fixed),
    result: choice('结果', CHECK_RESULTS, readonly),
    talk: text('谈话记录', { ...readonly, max: 500, sensitivity: 'S2' }),
    checkedById: ref('user', '核查人', readonly),
    state: checkStates.field('状态', { initial: 'open' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['xn', 'xqM', 'studentId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
  },
)
