import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** Counts the faces on a picture; undefined where the school has not set it up. Throws when it does not answer. */
interface FaceCounter extends Registration {
  kind: 'faceCounter'
  name: string
  count(db: Db, picture: Buffer): Promise<number | undefined>
}
const faceCounters = extensionPoint<FaceCounter>('faceCounter', { id: c => c.name })
/** Registers a way to count faces. */
export const faceCounter = (name: string, count: FaceCounter['count']): FaceCounter => faceCounters.make({ name, count })

/** Faces on a picture by the first counter that is set up; undefined without one, `failed` when it does not answer. */
export async function facesOn(db: Db, picture: Buffer): Promise<number | undefined | 'failed'> {
  for (const { count } of db.registered(faceCounters)) {
    const found = await count(db, picture).catch(() => 'failed' as const)
    if (found !== undefined) return found
  }
  return undefined
}
const TIMEOUT_MS = 5000
/** The school's own service: POST of the picture, answered by `{ "faces": 1 }`. */
export default faceCounter('http', async (db, picture) => {
  const { faceUrl, faceKey } = await settingsOf(db)
  if (!faceUrl) return undefined
  const headers = { 'content-type': 'application/octet-stream', ...(faceKey ? { authorization: `Bearer ${faceKey}` } : {}) }
  const answer = await callOut(faceUrl, { method: 'POST', headers, body: picture, timeoutMs: TIMEOUT_MS })
  const { faces } = JSON.parse(answer.body.toString('utf8')) as { faces?: unknown }
  if (answer.status !== 200 || typeof faces !== 'number') throw new Error(`the face counter answered ${answer.status}`)
  return faces
})
