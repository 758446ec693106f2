import { Refusal } from '#model'
import { type Group, isGroup, isRelated, partsOf } from '#modules/query/model/spec.ts'
import { checkedConditions, type Offered, offeredSubject } from '#modules/query/server/api.ts'
import { type Ctx, handle } from '#server/context.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { filterBySentence } from '../model/filter.ts'
import { readFilter } from '../model/filter-answer.ts'
import { cover, hasCitizenId, normalised } from '../model/placeholders.ts'
import { AI_LABEL, stoppedWords } from '../model/rules.ts'
import { askModel } from './ask-model.ts'
import { namesIn } from './names.ts'
import { filterPrompt } from './prompts.ts'
import { openUse } from './uses.ts'

type Field = NonNullable<Offered['fields'][number]>
const MOST_CHOICES = 30
type Codes = ReadonlyMap<string, string>
/** The choices of a field, by code. */
const choicesOf = async ({ db }: Ctx, { choices, dictionary }: Field): Promise<Codes> =>
  new Map(dictionary ? [...(await itemsOf(db, dictionary))].map(([code, item]) => [code, item.dictionaryValue]) : Object.entries(choices ?? {}))
/** One field as the model is told it: never a value of a row, at most the choices the school may pick from. */
const told = ({ path, label, kind }: Field, codes: Codes): string =>
  `${path}｜${label}｜${kind}${codes.size && codes.size <= MOST_CHOICES ? ` ${[...codes].map(([code, name]) => `${code}=${name}`).join(' ')}` : ''}`
/** Codes in the conditions that their fields do not have: the query tool would find nothing, and nobody would know why. */
const wrongCodes = (where: Group, codes: ReadonlyMap<string, Codes>): string[] =>
  partsOf(where).flatMap(c => {
    if (isGroup(c)) return wrongCodes(c, codes)
    const known = isRelated(c) ? undefined : codes.get(c.path)
    if (isRelated(c) || !known?.size || c.value === undefined || c.op === 'like') return []
    return [c.value].flat().flatMap(value => (known.has(String(value)) ? [] : [String(value)]))
  })
/** 60-AI7: the model is told the fields and the sentence and answers data; the query tool checks that as if the asker had put it together, and runs it as them. */
export default handle(filterBySentence, async (ctx, { subject, sentence }) => {
  const { db, refuse } = ctx
  const use = await openUse(db, 'nlFilter')
  if (!use) return refuse('filterOff')
  const of = offeredSubject(ctx, subject)
  const typed = normalised(sentence).replace(/\s+/g, ' ')
  if (hasCitizenId(typed)) refuse('filterIdentity', {}, 'sentence')
  const { text, values } = cover(typed, await namesIn(db, typed))
  const words = values.size ? stoppedWords(typed) : []
  if (words.length) refuse('filterPerson', { words: words.join('、') }, 'sentence')
  const fields: string[] = []
  const codes = new Map<string, Codes>()
  for (const field of of.fields) {
    if (!field || field.kind === 'ref') continue
    const choices = await choicesOf(ctx, field)
    codes.set(field.path, choices)
    fields.push(told(field, choices))
  }
  const related = of.related.flatMap(r => (r ? [`${r.related}｜${r.label}`] : []))
  const system = filterPrompt(of.name, fields, related)
  const { callId, read } = await askModel(db, {
    ...{ use, system, user: text, replacedCount: values.size },
    async read(answer) {
      const found = readFilter(answer, values)
      if (!found || found.unknown.length) return found && { ...found, refusal: undefined }
      try {
        const where = await checkedConditions(ctx, subject, found.where)
        return { unknown: wrongCodes(where, codes), where, refusal: undefined }
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        return { ...found, refusal }
      }
    },
  })
  if (read.refusal) throw read.refusal
  if (read.unknown.length) return refuse('filterUnknown', { words: read.unknown.join('、') }, 'sentence')
  return { callId, where: read.where as never, sent: [system, text], label: AI_LABEL }
})
