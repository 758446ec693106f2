import { datetime, entity, ref, states } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const scanStates = states(
  {
    open: { label: '在岗', tone: 'going' },
    closed: { label: '已签退', tone: 'done' },
    forgotten: { label: '忘记签退', tone: 'attention' },
    settled: { label: '已处理', tone: 'over' },
  },
  { settle: ['forgotten'] },
)
const fixed = { required: true, readonly: true } as const
/** 签到签退: from the scan at the beginning of work to the one at its end. */
export const workScan = entity(
  'workStudy.workScan',
  '上岗签到',
  {
    engagementId: ref('engagement', '上岗', fixed),
    unitId: ref('employUnit', '用工单位', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    inAt: datetime('签到', { ...fixed, sortable: true }),
    outAt: datetime('签退', { readonly: true }),
    /** When an open one counts as forgotten. */
    dueAt: datetime('签退期限', { readonly: true, secret: 'internal' }),
    state: scanStates.field('状态', { initial: 'open' }),
  },
  {
    title: 'inAt',
    scope: { unit: 'unitId', ...BY_STUDENT_OF_COLLEGE },
    sort: ['-inAt'],
    verbs: ['list'],
    countsUpTo: 10_000,
    refusals: {
      codeOld: '这个码已经过期，请扫屏幕上现在的码',
      notHere: '你不在“{unit}”上岗',
      elsewhere: '你在“{unit}”还没有签退',
      soon: '刚签到不到半小时，还不能签退',
    },
  },
)
