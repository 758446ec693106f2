import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, decimal, entity, files, integer, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { CATEGORIES } from './rules.ts'

export const PLACES = { dormitory: '宿舍', family: '家庭', community: '社区' } as const
const need = { required: true } as const
export const asked = {
  date: date('日期', { ...need, sortable: true }),
  where: choice('在哪里', PLACES, need),
  category: choice('类别', CATEGORIES, need),
  minutes: integer('分钟', { ...need, min: 30, max: 600 }),
  what: text('做了什么', { ...need, min: 2, max: 120 }),
  photos: files('照片', { ...need, maxFiles: 3, types: ['jpg', 'jpeg', 'png'] }),
} as const
export const selfStates = states(SUBMITTED_STATES, { resubmit: ['returned'], withdraw: ['pending', 'returned'] })
/** 自主劳动: labour in the dormitory, the family or the community, with pictures. */
export const labourSelfRecord = entity(
  'labour.labourSelfRecord',
  '自主劳动',
  {
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    ...asked,
    hours: decimal('学时', { required: true, readonly: true, precision: 4, scale: 1, min: 0 }),
    state: selfStates.field('状态', { sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'what',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      future: '日期 {day} 还没有到',
      noPlan: '你的年级还没有劳动培养要求，不能申报',
      perDay: '{day} 已申报 {used} 学时，加上这次 {asked} 超过每天 {most} 学时',
      share: '{category}自主申报最多算 {most} 学时（要求的 {percent}%），已申报 {used}，这次 {asked}',
      noPhoto: '请上传照片',
    },
  },
)
