import { action, bool, choice, date, datetime, decimal, entity, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const METHODS = { sign: '签到', staff: '教师登记' } as const
export const attendanceStates = states(
  {
    present: { label: '已到场', tone: 'done' },
    noOut: { label: '未签退', tone: 'attention' },
    excused: { label: '请假', tone: 'going' },
    absent: { label: '缺勤', tone: 'refused' },
  },
  { correct: ['present', 'noOut', 'excused', 'absent'] },
)
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
/** 出勤: of a student at one session, as the sign-in came to, or as the teacher corrected it. */
export const labourAttendance = entity(
  'labour.labourAttendance',
  '劳动出勤',
  {
    sessionId: ref('labourSession', '场次', fixed),
    projectId: ref('labourProject', '项目', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    teacherId: ref('teacher', '指导教师', readonly),
    ownerDepartmentId: ref('department', '负责部门', readonly),
    signLineId: ref('signLine', '签到记录', { ...readonly, secret: 'internal' }),
    date: date('日期', { ...fixed, sortable: true }),
    signIn: datetime('签到', readonly),
    signOut: datetime('签退', readonly),
    method: choice('方式', METHODS, fixed),
    state: attendanceStates.field('出勤', { sortable: true }),
    hours: decimal('学时', { ...fixed, precision: 4, scale: 1, min: 0 }),
    reason: text('更正原因', { ...readonly, max: 200 }),
    correctedById: ref('user', '更正人', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'date',
    scope: { ...BY_STUDENT, teacher: 'teacherId' },
    unique: [['sessionId', 'studentId']],
    sort: ['-date'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      order: '签退 {out} 不晚于签到 {in}',
      outside: '签到 {in} 晚于这一场的结束 {end}',
      noIn: '填了签退须填签到',
      notOver: '这一场 {end} 结束，现在还不能登记',
    },
  },
)
const need = { required: true } as const
/** 50-LB3: what the teacher knows better than the sign-in, with the reason. */
export const correctAttendance = action('labour.labourAttendance.correct', '更正', {
  input: {
    id: ref('labourAttendance', '出勤', need),
    signIn: datetime('签到', { help: '没有到场的不填' }),
    signOut: datetime('签退'),
    isExcused: bool('有正当理由没有到场', { initial: false }),
    reason: text('原因', { ...need, min: 2, max: 200 }),
  },
  output: 'none',
  inScope: true,
})
/** A session without sign-in: everybody with a place was there, from beginning to end. */
export const rollCall = action('labour.labourSession.rollCall', '登记全部到场', {
  permission: correctAttendance.permission,
  input: { id: ref('labourSession', '场次', need), reason: text('原因', { ...need, min: 2, max: 200, help: '例如没有网络，现场点名' }) },
  output: { count: integer('人数', need) },
  inScope: true,
})
/** 50-LB6 */
export const settleProject = action('labour.labourProject.settle', '结算学时', {
  input: { id: ref('labourProject', '项目', need) },
  output: { people: integer('人数', need), changed: integer('学时有变化', need), hours: decimal('学时', need) },
  inScope: true,
})
export const attendanceActions = [correctAttendance, rollCall, settleProject]
