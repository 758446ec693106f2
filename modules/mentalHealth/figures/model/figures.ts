import { action, choice, decimal, integer, list, type Parameter, shape, text } from '#model'
import { LEVELS } from '../../attention/model/attention-case.ts'

const need = { required: true } as const
const share = (label: string) => decimal(label, { precision: 5, scale: 1 })
const count = (label: string) => integer(label, need)
/** Orders of the ministry: one full-time psychologist for so many students, and so many at least. */
export const STUDENTS_EACH = 4000
export const LEAST_STAFF = 2
export const FIGURES_PARAMETERS = {
  statisticsLeast: { label: '心理统计最少人数', initial: 30, min: 10, max: 500, unit: '人', help: '不到这么多人的不单独统计，并入其他' },
} as const satisfies Readonly<Record<string, Parameter>>
const line = {
  label: text('名称', { ...need, max: 120 }),
  answered: count('已答复'),
  positiveShare: share('达到界值（%）'),
  contactedShare: share('已约谈（%）'),
  contactDays: decimal('平均几天约谈', { precision: 6, scale: 1 }),
} as const
/** 心理统计: of many people at once. What is told of fewer than `statisticsLeast` is not told, nor can it be subtracted out (50-MH2). */
export const centreFigures = action('mentalHealth.mhScreening.figures', '心理统计', {
  method: 'GET',
  output: {
    least: count('最少人数'),
    students: count('在籍学生'),
    staff: count('心理老师'),
    shortage: count('还缺'),
    screenings: list('历次普查', shape('普查', { ...line, asked: integer('应答复') }), need),
    latest: text('最近一次普查', { max: 100 }),
    colleges: list('各学院', shape('学院', line), need),
    waitingDays: decimal('预约平均等几天', { precision: 6, scale: 1 }),
    waitingPeople: integer('预约人数'),
    openByLevel: list('在关注', shape('级别', { key: choice('级别', LEVELS, need), label: text('级别', { ...need, max: 40 }), cases: count('个案') }), need),
  },
  refusals: { notCentre: '只有心理中心的老师可以查看' },
})
