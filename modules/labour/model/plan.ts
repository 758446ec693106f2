import { decimal, dict, entity, integer, text } from '#model'
import { educationLevel } from '#model/national.ts'
import { type Bucket, DEFAULT_MINUTES } from './rules.ts'

const hours = { required: true, min: 0, max: 999, precision: 4, scale: 1 } as const
/** 培养要求: what a grade of an education level has to do in labour. */
export const labourPlan = entity(
  'labour.labourPlan',
  '培养要求',
  {
    educationLevel: dict('培养层次', educationLevel, { required: true, immutable: true }),
    grade: integer('年级', { required: true, immutable: true, min: 1950, max: 2100, sortable: true }),
    courseHours: decimal('劳动课程学时', { ...hours, initial: 32 }),
    dailyHours: decimal('日常生活劳动学时', { ...hours, initial: 16 }),
    productionHours: decimal('生产劳动学时', { ...hours, initial: 16 }),
    serviceHours: decimal('服务性劳动学时', { ...hours, initial: 16 }),
    weeksPerYear: integer('每学年劳动周', { required: true, min: 0, max: 10, initial: 1, help: '每学年至少参加几个劳动周' }),
    credit: decimal('学分', { required: true, min: 0, max: 20, precision: 3, scale: 1, initial: 1 }),
    minutesPerHour: integer('一学时', { required: true, min: 30, max: 90, initial: DEFAULT_MINUTES, help: '多少分钟算一学时' }),
    title: text('名称', { computed: true, max: 40 }),
  },
  {
    title: 'grade',
    scope: { everyone: 'requirements of the school, without data of students' },
    unique: [['educationLevel', 'grade']],
    importKey: ['educationLevel', 'grade'],
    cached: true,
    select: 'open',
    selectFields: ['educationLevel', 'grade'],
    sort: ['-grade'],
    refusals: { least: '{level}的劳动课程不少于 {least} 学时，现在 {hours}' },
  },
)
/** What is needed of each kind of hours. */
export const NEEDS = { course: 'courseHours', daily: 'dailyHours', production: 'productionHours', service: 'serviceHours' } as const satisfies Record<Bucket, string>
