import { choice, date, entity, integer, type Row } from '#model'
import { WORK_KINDS } from './work-log.ts'

const need = { required: true } as const
export const PERIODS = { month: '每月', term: '每学期', year: '每学年' } as const
export const COVERAGES = { none: '合计次数', everyStudent: '每名学生', keyStudents: '每名重点学生', everyRoom: '每间宿舍' } as const
/** Coverages that count single students. */
export const OF_STUDENTS: readonly string[] = ['everyStudent', 'keyStudents']
/** 工作定额: how much of a kind of work is asked of every counsellor in a period. */
export const workQuota = entity(
  'counsellor.workQuota',
  '工作定额',
  {
    kind: choice('类型', WORK_KINDS, need),
    period: choice('周期', PERIODS, { ...need, initial: 'month' }),
    minCount: integer('至少次数', { ...need, min: 1, max: 200 }),
    coverage: choice('要求', COVERAGES, {
      ...need,
      initial: 'none',
      help: '“每名学生”“每名重点学生”按所带学生逐人计次，重点学生是有未结束预警的学生；“每间宿舍”按所带学生住的房间，走访时选房间里的一名学生',
    }),
    /** First day of the period for which counsellors were told what is missing. */
    toldFor: date('已提醒的周期', { readonly: true, secret: 'internal' }),
  },
  {
    title: 'kind',
    scope: { everyone: 'what the school asks of every counsellor' },
    unique: [['kind', 'period', 'coverage']],
    importKey: ['kind', 'period', 'coverage'],
    sort: ['kind'],
    refusals: { onlyTalks: '“{coverage}”只用于谈心谈话、家访和家校联系', onlyVisits: '“每间宿舍”只用于走访宿舍' },
  },
)
export type WorkQuota = Row<typeof workQuota>
/** What a new school begins with. */
export const FIRST_QUOTAS = [
  { kind: 'talk', period: 'year', minCount: 1, coverage: 'everyStudent' },
  { kind: 'talk', period: 'month', minCount: 1, coverage: 'keyStudents' },
  { kind: 'roomVisit', period: 'term', minCount: 1, coverage: 'everyRoom' },
  { kind: 'classMeeting', period: 'month', minCount: 2, coverage: 'none' },
  { kind: 'lesson', period: 'month', minCount: 4, coverage: 'none' },
] as const
