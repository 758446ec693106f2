import { decimal, integer, list, ref, shape, statistics, text } from '#model'

const need = { required: true } as const
const count = (label: string) => integer(label, need)
const rate = decimal('合格率', { precision: 5, scale: 1 })
/** 考试统计: of the tests that began in a span, who passed, at which attempt, in what time, and, of one test, which topics were lost. */
export const testStatistics = statistics('test.testCandidate.statistics', '考试统计', {
  most: 1500,
  input: { scheduleId: ref('testSchedule', '考试') },
  sums: { asked: count('应考'), sat: count('已考'), passed: count('合格'), rate, minutes: decimal('平均用时（分钟）', { precision: 6, scale: 1 }) },
  by: { byTest: '考试', byCollege: '学院', byGrade: '年级', byClass: '班级' },
  more: {
    attempts: list('各次作答', shape('各次作答', { no: count('第几次作答'), n: count('作答人次'), passed: count('合格'), rate }, need), need),
    /** The weakest first; of one test that was chosen. */
    topics: list(
      '各知识点',
      shape(
        '知识点',
        { key: text('代码', { ...need, max: 60 }), label: text('知识点', { ...need, max: 100 }), n: count('答题次数'), share: decimal('得分率', { precision: 5, scale: 1 }) },
        need,
      ),
      need,
    ),
  },
})
