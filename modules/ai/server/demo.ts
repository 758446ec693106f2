import { DAY_MS, MINUTE_MS } from '#model/days.ts'
import { demoAccount, demoAccounts } from '#server/demo/accounts.ts'
import type { Demo } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { aiCall, type CallResult } from '../model/call.ts'
import { aiProvider } from '../model/provider.ts'
import { aiTestCase } from '../model/test-case.ts'
import type { Use } from '../model/use.ts'
import { CASES, STAND_IN_MODEL } from './demo-cases.ts'
import { PROMPT_VERSIONS } from './prompts.ts'

const CALLS = 200
const NAME = '演示模型（固定回答）'
/** Who calls for what, and how often it ends how. */
const ASKED: ReadonlyArray<readonly [use: Use, by: readonly string[]]> = [
  ['policyQa', ['student', 'fdy', 'bzr', 'teacher']],
  ['policyQa', ['student']],
  ['draft', ['fdy', 'officer', 'college', 'league']],
  ['nlFilter', ['officer', 'college', 'fdy']],
  ['summary', ['officer']],
]
const RESULTS: readonly CallResult[] = [...Array<CallResult>(16).fill('ok'), 'noSource', 'noSource', 'refused', 'quota', 'timeout']

/** A provider that the demo's own server plays, a test set, and calls of the last two months. AI is off until somebody switches it on. */
export default (async db => {
  const admin = await demoAccount(db, 'admin')
  if (!admin) return
  await db.insert(aiProvider, { name: NAME, model: STAND_IN_MODEL, baseUrl: 'http://127.0.0.1/stand-in/ai/v1', place: 'campus', priceIn: '2.0000', priceOut: '8.0000' } as never)
  await db.insertMany(
    aiTestCase,
    CASES.map(([question, mustCite]) => ({ question, mustCite, mustNotSay: '保证录取' })),
    { history: false },
  )
  const random = randomOf(614)
  const accounts = new Map((await demoAccounts(db)).map(a => [a.userName, a.id]))
  const calls = Array.from({ length: CALLS }, (_, n) => {
    const [use, by] = random.pick(ASKED)
    const result = random.pick(RESULTS)
    const isSent = result === 'ok' || result === 'refused'
    const tokensIn = isSent ? random.int(400, 2200) : null
    const tokensOut = isSent ? random.int(60, 600) : null
    return {
      ...{ userId: accounts.get(random.pick(by)) ?? admin.id, use, result, tokensIn, tokensOut },
      ...(result === 'noSource' ? {} : { provider: NAME, model: STAND_IN_MODEL, promptVersion: PROMPT_VERSIONS[use], replacedCount: random.int(0, 3) }),
      cost: isSent ? (((tokensIn ?? 0) * 2 + (tokensOut ?? 0) * 8) / 1_000_000).toFixed(6) : null,
      ms: result === 'timeout' ? 60_000 : isSent ? random.int(700, 6000) : null,
      accepted: result === 'ok' && random.chance(0.7) ? random.chance(0.85) : null,
      at: new Date(Date.now() - ((n * 60) / CALLS) * DAY_MS - random.int(1, 300) * MINUTE_MS).toISOString(),
    }
  })
  await db.insertMany(aiCall, calls as never, { history: false })
}) satisfies Demo
