import { allModules, type Entity, type Field, permissionKey } from '#model'
import { handle } from '#server/context.ts'
import { draftText } from '../model/call.ts'
import { cover, hasCitizenId, normalised, uncover, whole } from '../model/placeholders.ts'
import { AI_LABEL, plainAnswer, stoppedWords } from '../model/rules.ts'
import { askModel } from './ask-model.ts'
import { namesIn } from './names.ts'
import { draftPrompt } from './prompts.ts'
import { openUse } from './uses.ts'

/** The field with this code that declares `drafts`, and its entity. */
function fieldOf(code: string): { of: Entity; field: Field } | undefined {
  for (const of of allModules().flatMap(m => m.entities)) {
    const field = Object.values<Field>(of.fields).find(f => f.options.drafts?.code === code)
    if (field) return { of, field }
  }
  return undefined
}
const MOST_TEXT = 40_000
/** 60-AI3, 60-AI4: only what was typed here is sent, without names, numbers, and words about a person's troubles. */
export default handle(draftText, async ({ db, me, live, refuse }, { field: code, keywords }) => {
  const use = await openUse(db, 'draft')
  if (!use) return refuse('off')
  const found = fieldOf(code)
  if (!found || !['add', 'update'].some(verb => me.permissions.has(permissionKey(found.of, verb)))) return refuse('field')
  const typed = normalised(keywords)
  const words = stoppedWords(typed)
  if (words.length) refuse('words', { words: words.join('、') }, 'keywords')
  if (hasCitizenId(typed)) refuse('identity', {}, 'keywords')
  const { text, values } = cover(typed, await namesIn(db, typed))
  const system = draftPrompt(found.of.label, found.field.label)
  const { callId, read } = await askModel(db, {
    ...{ use, system, user: text, replacedCount: values.size, live },
    soFar: come => uncover(plainAnswer(whole(come)), values),
    read: answer => plainAnswer(answer).slice(0, MOST_TEXT) || undefined,
  })
  return { callId, text: uncover(read, values).slice(0, MOST_TEXT), sent: [system, text], label: AI_LABEL }
})
