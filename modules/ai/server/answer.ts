import { Refusal, type Row } from '#model'
import { schoolDate } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import type { Db, Lang, LivePieces, Principal } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { phraseOf } from '#server/i18n/wording.ts'
import { type Cited, readCited } from '../model/cited.ts'
import { cover, hasCitizenId, normalised, uncover } from '../model/placeholders.ts'
import { AI_LABEL, stoppedWords } from '../model/rules.ts'
import type { aiUse } from '../model/use.ts'
import { askModel } from './ask-model.ts'
import { namesIn } from './names.ts'
import { askPrompt } from './prompts.ts'
import { type Provider, providersFor } from './providers.ts'
import { record } from './record.ts'
import { type Passage, passagesFor } from './search.ts'
import { openUse, settingsOf } from './uses.ts'
import { CITING } from './versions.ts'

/** Refusals that are told in their own words; the rest is that there is no answer now. */
const TOLD = /\.(daily|tokens)$/
interface Asked {
  use: Row<typeof aiUse>
  question: string
  passages: readonly Passage[]
  trial: Provider | undefined
  live: LivePieces | undefined
}
interface Answered extends Cited {
  callId: string | null
  sent: string[]
  why: string | null
  /** Of the refusal, where a call was refused or failed. */
  rule: string | null
}
const NOTHING = { callId: null, paragraphs: [], conflicts: [], sent: [], why: null, rule: null }
/** Numbers in brackets are marks of passages: a document's own become others. */
const unmarked = (text: string): string => normalised(text).replace(/[[【［](\d+)[\]】］]/g, '($1)')
/** Quoted line by line and without marks of their own, so that a document can pretend to be neither another passage nor the question. */
const quoted = ({ no, title, department: office, at, text }: Passage): string => {
  return [
    `[${no}] ${[unmarked(title).replace(/\s+/g, ' '), office, schoolDate(at)].filter(Boolean).join('，')}`,
    ...unmarked(text)
      .split('\n')
      .map(line => `> ${line}`),
  ].join('\n')
}
/** 60-AI3, 60-AI6: the passages and the question without names and numbers go out; of the answer what rests on a passage comes back. */
async function fromModel(db: Db, lang: Lang, { use, question, passages, trial, live }: Asked): Promise<Answered> {
  const say = (text: string, values?: Record<string, string>): string => formatWording(lang, { text, ...(values ? { values } : {}) })
  const typed = normalised(question)
  const words = stoppedWords(typed)
  if (words.length) return { ...NOTHING, why: say('问题里有不能交给 AI 的内容：{words}', { words: words.join('、') }) }
  if (hasCitizenId(typed)) return { ...NOTHING, why: say('问题里有证件号码，没有交给 AI') }
  const given = passages.filter(p => !hasCitizenId(p.text) && !hasCitizenId(p.title))
  if (!given.length) return NOTHING
  const allowed = new Set(given.map(p => p.no))
  const whole = `${given.map(quoted).join('\n\n')}\n\n问题：${typed.replace(/\s+/g, ' ')}` // verbatim
  const { text, values } = cover(whole, await namesIn(db, whole))
  const system = askPrompt()
  try {
    const { callId, read } = await askModel(db, {
      ...{ use, system, user: text, replacedCount: values.size, trial, live },
      soFar: come => citedSoFar(come, allowed, values),
      read: answer => readCited(answer, allowed),
    })
    return { ...NOTHING, callId, paragraphs: read.paragraphs.map(p => ({ ...p, text: uncover(p.text, values) })), conflicts: read.conflicts, sent: [system, text] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const why = error.issues.some(i => TOLD.test(i.rule)) ? formatWording(lang, phraseOf(error.issues)) : say('AI 现在没有给出有出处的回答')
    return { ...NOTHING, why, rule: error.issues[0]?.rule ?? null }
  }
}
/** 60-AI6 holds for what is drawn on the way, too: finished paragraphs that cite a passage. */
const citedSoFar = (come: string, allowed: ReadonlySet<number>, values: Parameters<typeof uncover>[1]): string =>
  (readCited(come.slice(0, come.lastIndexOf('\n') + 1), allowed)?.paragraphs ?? []).map(p => uncover(p.text, values)).join('\n')
/** Who is asked when no document answers: the department of the nearest one, else the one the school named. */
async function officeFor(db: Db, use: Row<typeof aiUse> | undefined, passages: readonly Passage[]): Promise<string | null> {
  const near = passages.find(p => p.department)?.department
  if (near) return near
  const named = use?.officeId ? (await db.cached(department)).get(use.officeId) : undefined
  return named ? [named.name, named.phone].filter(Boolean).join(' ') : null
}
/** The passages that the asker may read, and what a model makes of them: one of those that may answer, or the one on `trial` in a run of the test set. */
export async function answerQuestion({ db, me, lang, live }: { db: Db; me: Principal; lang: Lang; live?: LivePieces | undefined }, question: string, trial?: Provider) {
  const passages = await passagesFor(db, me, question)
  const kept = await settingsOf(db, CITING)
  const isFound = (passages[0]?.similarity ?? 0) * 100 >= (kept?.minSimilarity ?? 0) && passages.length > 0
  const use = await openUse(db, CITING)
  const isOn = use !== undefined && (trial !== undefined || (await providersFor(db, use)).length > 0)
  const shown = { passages: isFound ? passages.map(({ similarity: _, ...passage }) => passage) : [], isFound }
  if (!isFound && isOn) await record(db, { use: trial ? 'testSet' : CITING, result: 'noSource' })
  const answered = isFound && isOn ? await fromModel(db, lang, { use, question, passages, trial, live }) : NOTHING
  return {
    ...{ ...shown, ...answered, label: answered.paragraphs.length ? AI_LABEL : null },
    conflicts: answered.conflicts.map(cites => ({ cites })),
    office: answered.paragraphs.length ? null : await officeFor(db, kept, passages),
  }
}
