import { bool, entity, text } from '#model'

const MOST_LINES = 600
/** 60-AI14: a question of the test set, and what a right answer to it cites and does not say. */
export const aiTestCase = entity(
  'ai.aiTestCase',
  'AI 测试题',
  {
    question: text('问题', { required: true, max: 300, multiline: true, search: true }),
    mustCite: text('须引用', { max: MOST_LINES, multiline: true, help: '文件的标题，一行一个，每个都要引用到' }),
    mustNotSay: text('不得说', { max: MOST_LINES, multiline: true, help: '回答里不能有的话，一行一句' }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'question',
    scope: { everyone: 'a setting of the school' },
    unique: [['question']],
    sort: ['question'],
    refusals: { expects: '“须引用”和“不得说”至少填一项' },
  },
)
export const VERDICTS = { right: '正确', uncited: '没有引用该引用的', said: '说了不得说的', silent: '没有带出处的回答' } as const
export type Verdict = keyof typeof VERDICTS
export const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
/** One writing of a text to compare, whatever its width, case and spaces. */
const bare = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
/** Whether an answer is right: it cites every document it must, and says nothing it must not. */
export function judged(expected: { mustCite?: string | null; mustNotSay?: string | null }, answer: { cited: readonly string[]; text: string }): Verdict {
  const said = bare(answer.text)
  if (linesOf(expected.mustNotSay).some(words => said.includes(bare(words)))) return 'said'
  const cited = new Set(answer.cited.map(bare))
  if (linesOf(expected.mustCite).every(title => cited.has(bare(title)))) return 'right'
  return cited.size ? 'uncited' : 'silent'
}
