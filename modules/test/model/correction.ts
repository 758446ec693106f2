import { choice, entity, ref, text } from '#model'
import { type Content, contentOf, isContent } from './content.ts'
import { LETTERS } from './question.ts'

const fixed = { required: true, immutable: true } as const
export const WAYS = { key: '更正答案', full: '人人得满分', drop: '不计这道题' } as const
export type Way = keyof typeof WAYS
/** What was found wrong with a question of a test after people had answered it, and how it is marked instead (60-OT11). */
export const testCorrection = entity(
  'test.testCorrection',
  '试题更正',
  {
    scheduleId: ref('testSchedule', '考试', fixed),
    questionId: ref('testQuestion', '试题', fixed),
    way: choice('办法', WAYS, { required: true }),
    /** The right key, as it is written in a question. */
    answer: text('正确答案', { max: 4000 }),
    reason: text('原因', { required: true, max: 200 }),
  },
  {
    title: 'reason',
    scope: { user: 'scheduleId.ownerId', teacher: 'scheduleId.teacherId', department: 'scheduleId.ownerDepartmentId' },
    unique: [['scheduleId', 'questionId']],
    verbs: [],
  },
)
export interface Correction {
  way: Way
  answer: string | null
}
/** By question. */
export type Corrections = ReadonlyMap<string, Correction>
/** Written as its author would: letters, a word, or texts. */
export const writtenKey = ({ type, picks, options, accepted }: Content): string | null => {
  if (type === 'judge') return options[picks[0] ?? 0] ?? null
  if (type === 'blank') return accepted.join('|')
  return picks.length ? picks.map(at => LETTERS[at] ?? '').join('') : null
}
/** Whether another key can be written for it: a match is its own key, and people mark what is written at length. */
export const hasKey = ({ type }: Content): boolean => type !== 'match' && type !== 'short' && type !== 'essay'
/** The question with another key, or what keeps the key from being one. */
export function withKey(content: Content, answer: string | null): ReturnType<typeof contentOf> {
  const { picks, accepted, ...rest } = content
  const made = contentOf({ ...rest, options: content.options.join('\n'), answer })
  return isContent(made) ? { ...content, picks: made.picks, accepted: made.accepted } : made
}
/** A question with the key that was found right. */
export function correctedContent(content: Content, fix: Correction | undefined): Content {
  if (fix?.way !== 'key') return content
  const made = withKey(content, fix.answer)
  return isContent(made) ? made : content
}
