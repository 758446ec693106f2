import { action, bool, choice, date, decimal, integer, list, shape, text } from '#model'
import { DUTY_KINDS } from './counsellor-file.ts'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const heads = {
  students: count('在籍学生'),
  fullTime: count('专职'),
  partTime: count('兼职'),
  posts: decimal('折合专职', { ...need, precision: 8, scale: 2 }),
  perPost: decimal('每名辅导员带学生', { precision: 8, scale: 1 }),
  shortage: count('缺口'),
} as const
const group = { key: text('编号', { ...need, max: 40 }), label: text('名称', { ...need, max: 120 }), people: count('人数') } as const
/** 50-CW1: how many counsellors there are for how many students, inside the reader's scope. */
export const staffing = action('counsellor.counsellorFile.staffing', '队伍统计', {
  method: 'GET',
  output: {
    ...heads,
    ratio: count('师生比上限'),
    byCollege: list('各学院', shape('学院', { key: group.key, label: group.label, ...heads }), need),
    byAge: list('年龄', shape('年龄', group), need),
    byTitle: list('职称', shape('职称', group), need),
    byDuty: list('类别', shape('类别', group), need),
  },
})
/** 50-CW10: who lacks what in training. */
export const trainingGaps = action('counsellor.fdyTraining.gaps', '培训缺口', {
  method: 'GET',
  input: { year: integer('年份', { min: 2000, max: 2200 }) },
  output: {
    year: count('年份'),
    onDuty: count('在任辅导员'),
    hours: count('每年校级学时'),
    years: count('省级以上周期（年）'),
    gaps: list(
      '缺口',
      shape('辅导员', {
        teacherId: text('辅导员', { ...need, max: 36 }),
        name: text('姓名', { ...need, max: 60 }),
        college: text('学院', { max: 120 }),
        dutyKind: choice('类别', DUTY_KINDS, need),
        schoolHours: decimal('校级学时', { ...need, precision: 6, scale: 1 }),
        hoursLacking: decimal('还差学时', { ...need, precision: 6, scale: 1 }),
        lastHigher: date('最近一次省级以上'),
        lacksHigher: bool('缺省级以上培训', need),
      }),
      need,
    ),
  },
})
export const fileActions = [staffing, trainingGaps]
