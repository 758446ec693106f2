import { action, date, dict, list, ref, shape, text } from '#model'
import { aidLevel } from './dictionaries.ts'
import { aidLevelSpan } from './span.ts'

const required = { required: true } as const
/** Gives a student a level within the year, or a higher one; a lower one or none needs the word of the student first. `spanId` is the level that the reader saw: another one by now refuses and says whose it is. */
export const adjustLevel = action('hardship.aidLevelSpan.adjust', '调整等级', {
  input: {
    studentId: ref('student', '学生', required),
    spanId: ref('aidLevelSpan', '现在的等级'),
    level: dict('新等级', aidLevel, required),
    reason: text('原因', { required: true, min: 4, max: 200, multiline: true }),
  },
  output: 'none',
  refusals: aidLevelSpan.options.refusals ?? {},
})
/** The caller's own level, now and before. */
export const myLevels = action('hardship.aidLevelSpan.mine', '我的困难等级', {
  method: 'GET',
  output: {
    level: dict('等级', aidLevel),
    to: date('至'),
    earlier: list('以往', shape('等级', { level: dict('等级', aidLevel, required), from: date('从', required), to: date('至', required) }), required),
  },
})
