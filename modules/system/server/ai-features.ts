import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Codes of the uses of AI that are on in this school and have a provider. */
interface AiFeatures extends Registration {
  kind: 'aiFeatures'
  find: (db: Db) => Promise<readonly string[]>
}
export const aiFeatures = solePoint<AiFeatures>('aiFeatures')
