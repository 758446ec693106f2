import { solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Where a damage was found besides at check-out: the checks register theirs and need this part. */
export interface DamageSourceOf {
  /** Room and photos of the record; refused if the reader may not see it. */
  find(db: Db, recordId: string): Promise<{ roomId: string; photos: readonly string[] }>
}
export const damageSources = solePoint<DamageSourceOf & { kind: 'damageSource' }>('damageSource')
