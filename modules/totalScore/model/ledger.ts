import { action, bool, date, decimal, entity, integer, ref, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const
const studentNo = text('学号', { computed: true, max: 20, format: 'code' })
const shown = { computed: true, precision: 8, scale: 2 } as const
/** 积分账户: what a student has by one scheme in one period, in hundredths of a point. */
export const pointAccount = entity(
  'totalScore.pointAccount',
  '积分账户',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    schemeId: ref('tsScheme', '考核方案', fixed),
    period: text('周期', { ...fixed, max: 12, sortable: true }),
    points: integer('计分合计（0.01 分）', { ...total, sortable: true }),
    over: integer('超过上限合计（0.01 分）', total),
    balance: decimal('积分', shown),
    credits: decimal('学分', shown),
    studentNo,
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['schemeId', 'studentId', 'period']],
    sort: ['-period'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
  },
)
/** What exceeds a cap stands as an entry of its own that counts nothing. */
export const ENTRY_KINDS = { counted: '计分', over: '超过上限，计 0 分' } as const
/** 积分台账: points of a student from one cause. An entry is never changed. */
export const pointEntry = entity(
  'totalScore.pointEntry',
  '积分台账',
  {
    ...entryFields('pointAccount', '积分账户', ENTRY_KINDS, integer('数量（0.01 分）', fixed)),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    schemeId: ref('tsScheme', '考核方案', fixed),
    itemId: ref('tsItem', '考核项目', fixed),
    occurredOn: date('日期', { ...fixed, sortable: true }),
    /** The period of the day was closed (50-TS4). */
    isShifted: bool('原周期已结，记入现在的周期', { ...fixed, initial: false }),
    recorderId: ref('user', '记分员', readonly),
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    points: decimal('计分', shown),
    isReversed: bool('已冲销', { computed: true }),
    studentNo,
  },
  {
    title: 'itemId',
    scope: BY_STUDENT,
    unique: ENTRY_KEYS,
    sort: ['-occurredOn'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
  },
)
export const pointLedger = ledger({ entry: pointEntry, account: pointAccount, effects: { counted: { points: 1 }, over: { over: 1 } } })

const need = { required: true } as const
/** Takes an entry back; the cap it frees is for later entries only. */
export const reversePoints = action('totalScore.pointEntry.reverse', '冲销积分', {
  input: { id: ref('pointEntry', '积分', need), reason: text('原因', { ...need, min: 2, max: 200, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: { reversal: '这一条本身就是冲销，不能再冲销', reversed: '这一条已经冲销' },
})
