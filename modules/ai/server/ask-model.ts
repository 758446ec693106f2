import type { Row } from '#model'
import { Refusal, refusalOf } from '#model'
import { type ChatAnswer, chat, setting } from '#modules/system/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db, LivePieces } from '#server/context.ts'
import { draftText } from '../model/call.ts'
import { tokensAtMost } from '../model/rules.ts'
import type { aiUse } from '../model/use.ts'
import { PROMPT_VERSIONS } from './prompts.ts'
import { type Provider, providersFor, working } from './providers.ts'
import { record } from './record.ts'
import { reserve, settle } from './reserve.ts'

/** An answer that does not have its form is asked for once more. */
const TRIES = 2
/** Time beyond that of the call after which what a dead process set aside counts no more. */
const SPARE_SECONDS = 60
export interface Question<T> {
  use: Row<typeof aiUse>
  system: string
  user: string
  replacedCount: number
  /** Tokens that the answer needs, where the school allows fewer. */
  leastTokens?: number
  /** Asked in a run of the test set: this provider and no other, on nobody's daily count. */
  trial?: Provider | undefined
  /** Told what there is so far, as its page may show it. */
  live?: LivePieces | undefined
  soFar?: (text: string) => string
  /** Undefined if the answer does not have its form. */
  read: (answer: string) => T | undefined | Promise<T | undefined>
}
export interface Found<T> {
  callId: string
  read: T
}
/** Asks the first provider that works; counts, reserves, settles and records each call. Everything about the call but its text is kept. */
export async function askModel<T>(db: Db, question: Question<T>): Promise<Found<T>> {
  const provider = question.trial ?? (await working(db, await providersFor(db, question.use)))
  if (!provider) throw refusalOf(draftText, 'unavailable')
  for (let n = 0; n < TRIES; n++) {
    const found = await once(db, question, provider)
    if (found) return found
  }
  throw refusalOf(draftText, 'failed')
}
async function once<T>(db: Db, question: Question<T>, provider: Provider): Promise<Found<T> | undefined> {
  const { use, system, user, replacedCount, leastTokens = 0, trial, read } = question
  const [mostTokens, percent] = await Promise.all([setting<number>(db, 'ai', 'maxTokens'), setting<number>(db, 'ai', 'temperature')])
  const maxTokens = Math.max(mostTokens, leastTokens)
  const callId = uuidv7()
  const about = { id: callId, use: trial ? ('testSet' as const) : use.code, provider, promptVersion: PROMPT_VERSIONS[use.code], prompt: `${system}\n${user}`, replacedCount }
  const wanted = {
    callId,
    use: use.code,
    dailyPerUser: trial ? null : use.dailyPerUser,
    tokens: tokensAtMost(system + user) + maxTokens,
    seconds: provider.timeoutMs / 1000 + SPARE_SECONDS,
  }
  const reserved = await reserve(db, wanted).catch(async (error: unknown) => {
    if (error instanceof Refusal) await record(db, { ...about, result: 'quota' })
    throw error
  })
  const began = performance.now()
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ] as const
  const answer = await chat({ ...provider, messages, maxTokens, temperature: percent / 100, ...pieces(question) }).catch(() => undefined)
  const ms = Math.round(performance.now() - began)
  const text = answer?.status === 200 ? answer.text : undefined
  if (!answer || text === undefined) {
    await settle(db, reserved, 0)
    await record(db, { ...about, answer: { tokensIn: undefined, tokensOut: undefined, ms }, result: !answer && ms >= provider.timeoutMs ? 'timeout' : 'error' })
    throw refusalOf(draftText, 'unavailable')
  }
  const counted = { ...countsOf(answer, system + user, text), ms }
  if (answer.isStopped) {
    await settle(db, reserved, counted.tokensIn + counted.tokensOut)
    await record(db, { ...about, answer: counted, result: 'cancelled' })
    throw refusalOf(draftText, 'stopped')
  }
  const found = await read(text)
  await settle(db, reserved, counted.tokensIn + counted.tokensOut)
  await record(db, { ...about, answer: counted, result: found === undefined ? 'refused' : 'ok' })
  return found === undefined ? undefined : { callId, read: found }
}
/** Often enough to read along. */
const EVERY_MS = 80
/** How the page that asked is told what comes, and how it ends the call. */
function pieces<T>({ live, soFar }: Question<T>): Pick<Parameters<typeof chat>[0], 'onText' | 'stopped'> {
  if (!live || !soFar) return {}
  let last = 0
  const onText = (text: string): void => {
    if (performance.now() - last < EVERY_MS) return
    last = performance.now()
    const shown = soFar(text)
    if (shown) live.say(shown)
  }
  return { onText, stopped: live.stopped }
}
/** What the provider counted, or an upper bound where it says nothing. */
const countsOf = ({ tokensIn, tokensOut }: ChatAnswer, sent: string, answered: string): { tokensIn: number; tokensOut: number } => ({
  tokensIn: tokensIn ?? tokensAtMost(sent),
  tokensOut: tokensOut ?? tokensAtMost(answered),
})
