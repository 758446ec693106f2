import { shownCounts } from '#modules/survey/model/suppression.ts'
import { openAnswers } from '#modules/survey/server/api.ts'
import { setting } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { cover, hasCitizenId, normalised } from '../model/placeholders.ts'
import { AI_LABEL, stoppedWords } from '../model/rules.ts'
import { readThemes, summariseAnswers } from '../model/summary.ts'
import { askModel } from './ask-model.ts'
import { namesIn } from './names.ts'
import { summaryPrompt } from './prompts.ts'
import { openUse } from './uses.ts'

const MOST_ANSWERS = 200
const LONGEST_ANSWER = 300
/** Tokens of one label, and of the themes with their excerpts. */
const OF_A_LABEL = 4
const OF_THEMES = 1600

/** 60-AI8: the model names themes and labels each answer; the server counts the labels, hides small groups like any table of the survey and keeps literal excerpts only. */
export default handle(summariseAnswers, async (ctx, { surveyId, question }) => {
  const { db, refuse } = ctx
  const use = await openUse(db, 'summary')
  if (!use) return refuse('summaryOff')
  const said = await openAnswers(ctx, surveyId, question, MOST_ANSWERS)
  const answers = (said?.texts ?? [])
    .map(text => normalised(text).replace(/\s+/g, ' ').slice(0, LONGEST_ANSWER))
    .filter(text => text && !hasCitizenId(text) && !stoppedWords(text).length)
  const least = Math.max(await setting<number>(db, 'ai', 'summaryLeast'), said?.least ?? 0)
  if (!said || answers.length < least) return refuse('summaryFew', { n: answers.length, least })
  const whole = answers.map((text, at) => `${at + 1} > ${text}`).join('\n')
  const { text, values } = cover(whole, await namesIn(db, whole))
  const system = summaryPrompt(said.title, answers.length)
  const { callId, read } = await askModel(db, {
    ...{ use, system, user: text, replacedCount: values.size, leastTokens: OF_THEMES + OF_A_LABEL * answers.length },
    read: answer => readThemes(answer, answers, values),
  })
  // themes and the rest, which has none, add up to what was read; nobody is told by what nobody said
  const groups = [
    ...Map.groupBy(
      read.labels.toSorted((a, b) => a - b),
      label => label,
    ),
  ].map(([label, all]) => ({ label, n: all.length }))
  const shown = shownCounts(
    groups.map(group => group.n),
    said.least,
    true,
  )
  const named = groups.flatMap(({ label }, at) => (label ? [{ name: read.names[label - 1] ?? '', n: shown[at] ?? null, excerpts: read.excerpts[label - 1] ?? [] }] : []))
  const themes = named.flatMap(({ n, ...theme }) => (n === null ? [] : [{ ...theme, n }]))
  return {
    ...{ callId, themes: themes.toSorted((a, b) => b.n - a.n), hidden: named.length - themes.length },
    ...{ total: said.total, used: answers.length, sent: [system, text], label: AI_LABEL },
  }
})
