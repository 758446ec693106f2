import { date, decimal, entity, integer, ref, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { BUCKETS } from './rules.ts'

const total = { required: true, readonly: true, initial: 0 } as const
const fixed = { required: true, readonly: true } as const
const inHours = { computed: true, precision: 6, scale: 1 } as const
/** 学时账户: what a student has by kind, in tenths of an hour. */
export const labourAccount = entity(
  'labour.labourAccount',
  '劳动学时',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    course: integer('劳动课程', total),
    daily: integer('日常生活劳动', total),
    production: integer('生产劳动', total),
    service: integer('服务性劳动', total),
    courseHours: decimal('劳动课程学时', inHours),
    dailyHours: decimal('日常生活劳动学时', inHours),
    productionHours: decimal('生产劳动学时', inHours),
    serviceHours: decimal('服务性劳动学时', inHours),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['studentId']],
    sort: ['studentId'],
    verbs: ['list'],
    refusals: { below: '{name}的这一类学时只有 {available}，不能再减 {wanted}（单位 0.1 学时）' },
  },
)
/** 学时台账: hours of a student from one cause. An entry is never changed. */
export const labourHours = entity(
  'labour.labourHours',
  '学时台账',
  {
    ...entryFields('labourAccount', '学时账户', BUCKETS, integer('数量（0.1 学时）', fixed)),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    occurredOn: date('日期', { ...fixed, sortable: true }),
    title: text('内容', { ...fixed, max: 120, search: true }),
    hours: decimal('学时', { computed: true, precision: 5, scale: 1 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  { title: 'title', scope: BY_STUDENT, unique: ENTRY_KEYS, sort: ['-occurredOn'], verbs: ['list', 'export'], appendOnly: true, countsUpTo: 10_000 },
)
export const hoursLedger = ledger({
  entry: labourHours,
  account: labourAccount,
  effects: { course: { course: 1 }, daily: { daily: 1 }, production: { production: 1 }, service: { service: 1 } },
  floors: [
    { sum: { course: 1 }, refusal: 'below' },
    { sum: { daily: 1 }, refusal: 'below' },
    { sum: { production: 1 }, refusal: 'below' },
    { sum: { service: 1 }, refusal: 'below' },
  ],
})
