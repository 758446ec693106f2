import { createHmac } from 'node:crypto'
import type { Db } from '#server/context.ts'
import { aiCall, type Called, type CallResult } from '../model/call.ts'

const MILLION = 1_000_000
export interface Recorded {
  id?: string
  use: Called
  result: CallResult
  provider?: { name: string; model: string; priceIn: number; priceOut: number } | undefined
  answer?: { tokensIn: number | undefined; tokensOut: number | undefined; ms: number } | undefined
  promptVersion?: string
  /** What was sent; only its fingerprint is kept. */
  prompt?: string
  replacedCount?: number
}
/** 60-AI12: keeps counts, price and a keyed fingerprint of a call, nothing of its text. */
export async function record(db: Db, { id, use, result, provider, answer, promptVersion, prompt, replacedCount = 0 }: Recorded): Promise<void> {
  const tokensIn = answer?.tokensIn ?? null
  const tokensOut = answer?.tokensOut ?? null
  await db.insertMany(
    aiCall,
    [
      {
        ...(id ? { id } : {}),
        userId: db.me.userId,
        use,
        provider: provider?.name ?? null,
        model: provider?.model ?? null,
        promptVersion: promptVersion ?? null,
        promptHash: prompt === undefined ? null : createHmac('sha256', db.key('ai prompt')).update(prompt).digest('hex'),
        replacedCount,
        tokensIn,
        tokensOut,
        cost: provider ? Number((((tokensIn ?? 0) * provider.priceIn + (tokensOut ?? 0) * provider.priceOut) / MILLION).toFixed(6)) : null,
        ms: answer?.ms ?? null,
        result,
        at: new Date().toISOString(),
      } as never,
    ],
    { history: false },
  )
}
