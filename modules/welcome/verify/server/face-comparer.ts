import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** Compares a face with another, 0 to 100; undefined where the school has not set it up. Throws when it does not answer. */
interface FaceComparer extends Registration {
  kind: 'faceComparer'
  name: string
  compare(db: Db, live: Buffer, other: Buffer): Promise<number | undefined>
}
const faceComparers = extensionPoint<FaceComparer>('faceComparer', { id: c => c.name })
/** Registers a way to compare faces. */
export const faceComparer = (name: string, compare: FaceComparer['compare']): FaceComparer => faceComparers.make({ name, compare })

/** The lowest likeness of a face to each of these pictures; undefined where nobody compares or a comparison fails: then people decide. */
export async function likeness(db: Db, live: Buffer, others: readonly Buffer[]): Promise<number | undefined> {
  for (const { compare } of db.registered(faceComparers)) {
    const scores = await Promise.all(others.map(other => compare(db, live, other).catch(() => Number.NaN)))
    if (scores.some(score => score !== undefined && Number.isNaN(score))) return undefined
    const found = scores.flatMap(score => score ?? [])
    if (found.length) return Math.min(...found)
  }
  return undefined
}
const TIMEOUT_MS = 5000
/** The school's own service: POST of `{ "image1": base64, "image2": base64 }`, answered by `{ "score": 92.5 }`. */
export default faceComparer('http', async (db, live, other) => {
  const { 'verify.faceUrl': url, 'verify.faceKey': key } = await settingsOf(db)
  if (!url) return undefined
  const headers = { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) }
  const answer = await callOut(url, { method: 'POST', headers, body: JSON.stringify({ image1: live.toString('base64'), image2: other.toString('base64') }), timeoutMs: TIMEOUT_MS })
  const { score } = JSON.parse(answer.body.toString('utf8')) as { score?: unknown }
  if (answer.status !== 200 || typeof score !== 'number' || !(score >= 0 && score <= 100)) throw new Error(`the comparer answered ${answer.status}`)
  return Math.round(score * 100) / 100
})
