import { action, bool, choice, date, dict, entity, integer, ref, text } from '#model'
import { TERMS } from '#modules/campus/model/calendar.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { counted, earned } from './amounts.ts'
import { CAP_NOTES } from './caps.ts'
import { growthCategory } from './dictionaries.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

/** 成长台账: hours and points earned outside lessons. Inserted only; what counts after caps is computed anew. */
export const growthEntry = entity(
  'growth.growthEntry',
  '成长记录',
  {
    entryNo: text('记录编号', { ...fixed, max: 24, format: 'code', sortable: true, search: true }),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    category: dict('类别', growthCategory, fixed),
    title: text('内容', { ...fixed, max: 120, search: true }),
    ...earned,
    ...counted,
    capNote: choice('上限说明', CAP_NOTES, readonly),
    bizDate: date('日期', { ...fixed, sortable: true }),
    xn: text('学年', { ...fixed, max: 9 }),
    xqM: choice('学期', TERMS, fixed),
    sourceType: text('来源', { ...fixed, max: 40 }),
    sourceId: text('来源编号', { ...fixed, max: 64 }),
    sourceSeq: integer('来源序号', { ...fixed, initial: 1 }),
    reversesId: ref('growthEntry', '冲销哪一条', readonly),
    reason: text('原因', { ...readonly, max: 200, translatable: true }),
    makerId: ref('user', '登记人', readonly),
    /** Who answers for the entry: the organiser, or who checked a manual one. */
    confirmerId: ref('user', '确认人', readonly),
    /** Values at the time: figures outlive moves. */
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    source: text('来源业务', { computed: true, max: 60 }),
    isReversed: bool('已冲销', { computed: true }),
  },
  {
    title: 'title',
    scope: BY_STUDENT,
    unique: [['sourceType', 'sourceId', 'sourceSeq'], ['reversesId'], ['entryNo']],
    sort: ['-bizDate'],
    verbs: ['list', 'export'],
    appendOnly: true,
    recomputed: ['countedHours', 'countedPoints', 'capNote'],
    countsUpTo: 10_000,
    refusals: {
      future: '日期 {day} 还没有到',
      noTerm: '校历里没有 {day} 所在的学期',
      nothing: '时长、积分、劳动学时至少填一项',
      reversed: '“{title}”已经冲销',
      reversal: '这一条本身就是冲销，不能再冲销',
    },
  },
)
/** 60-GL1: a correction is a reversal and a new entry. */
export const reverseEntry = action('growth.growthEntry.reverse', '冲销这一条', {
  input: { id: ref('growthEntry', '成长记录', need), reason: text('原因', { ...need, min: 4, max: 200, multiline: true }) },
  output: 'none',
  inScope: true,
  refusals: growthEntry.options.refusals ?? {},
})
