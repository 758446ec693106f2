import { action, integer, list, ref, shape, text } from '#model'
import { isObject } from '#model/objects.ts'
import { surveyResults } from '#modules/survey/model/analysis-actions.ts'
import { uncover } from './placeholders.ts'
import { plainAnswer } from './rules.ts'

/** 60-AI8: what was written to one question of a survey, by theme. */
export const summariseAnswers = action('ai.aiCall.summarise', '归纳', {
  permission: surveyResults.permission,
  isWhole: false,
  isUnrecorded: true,
  input: { surveyId: ref('survey', '问卷', { required: true }), question: text('题', { required: true, max: 20 }) },
  output: {
    callId: ref('aiCall', 'AI 调用', { required: true }),
    themes: list(
      '主题',
      shape(
        '主题',
        {
          name: text('主题', { required: true, max: 40 }),
          n: integer('份数', { required: true }),
          excerpts: list('摘录', text('摘录', { max: 200, clear: 'a part of what openTexts lists to the same reader' }), { required: true }),
        },
        { required: true },
      ),
      { required: true },
    ),
    hidden: integer('没有显示的主题', { required: true, help: '人数太少，或能由它们推出人数太少的' }),
    total: integer('填写的份数', { required: true }),
    used: integer('归纳的份数', { required: true }),
    sent: list('实际发出的内容', text('内容', { max: 200_000 }), { required: true }),
    label: text('标识', { required: true, max: 40 }),
  },
  refusals: {
    summaryOff: 'AI 归纳没有开启',
    summaryFew: '能归纳的回答有 {n} 份，至少要 {least} 份',
  },
})
export interface Themes {
  names: string[]
  excerpts: string[][]
  /** The theme of each answer, from 1; 0 for none. */
  labels: number[]
}
const MOST_THEMES = 12
const MOST_EXCERPTS = 3
const LONGEST_EXCERPT = 200
const SHORTEST_EXCERPT = 2
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(one => (typeof one === 'string' ? [one.trim()] : [])) : [])
/** Reads themes with one label for each answer. An excerpt that is no literal part of an answer with its label is dropped. Undefined if a label is missing or names no theme. */
export function readThemes(answer: string, answers: readonly string[], values: ReadonlyMap<string, string>): Themes | undefined {
  const given = dataIn(answer)
  if (!isObject(given) || !Array.isArray(given.themes) || !Array.isArray(given.labels)) return undefined
  const themes = given.themes.slice(0, MOST_THEMES).map(theme => (isObject(theme) ? theme : {}))
  const labels = given.labels.map(Number)
  if (!themes.length || labels.length !== answers.length || labels.some(label => !Number.isInteger(label) || label < 0 || label > themes.length)) return undefined
  const names = themes.map(({ name }) => plainAnswer(uncover(String(name ?? ''), values)).slice(0, 40))
  if (names.some(name => !name)) return undefined
  const excerpts = themes.map((theme, at) => {
    const own = answers.filter((_, n) => labels[n] === at + 1)
    const literal = textsIn(theme.excerpts)
      .map(excerpt => uncover(excerpt, values))
      .filter(excerpt => excerpt.length >= SHORTEST_EXCERPT && excerpt.length <= LONGEST_EXCERPT && own.some(said => said.includes(excerpt)))
    return [...new Set(literal)].slice(0, MOST_EXCERPTS)
  })
  return { names, excerpts, labels }
}
function dataIn(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
