import { type Registration, solePoint } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Which of these students are flagged to each of these readers as needing attention. Queried when notifying; not stored here. */
export type Attention = (db: Db, asked: ReadonlyArray<{ userId: string; studentIds: readonly string[] }>) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
interface AttentionSource extends Registration {
  kind: 'attention'
  find: Attention
}
/** Registered by the module that has this data; until then nobody is flagged. */
export const attentionSources = solePoint<AttentionSource>('attention')
export const attentionOf: Attention = async (db, asked) => (await attentionSources.of(db)?.find(db, asked)) ?? new Map()
