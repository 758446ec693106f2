import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'

/** Which of these students are flagged to each of these readers as needing attention. Queried when notifying; not stored here. */
export type Attention = (db: Db, asked: ReadonlyArray<{ userId: string; studentIds: readonly string[] }>) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
interface AttentionSource extends Registration {
  kind: 'attention'
  find: Attention
}
/** Registered by the modules that have such data; without any, nobody is flagged. */
export const attentionSources = extensionPoint<AttentionSource>('attention')
/** A student is flagged to a reader by whichever of them says so. */
export const attentionOf: Attention = async (db, asked) => {
  const all = new Map<string, ReadonlySet<string>>()
  for (const { find } of db.registered(attentionSources))
    for (const [userId, students] of await find(db, asked)) all.set(userId, new Set([...(all.get(userId) ?? []), ...students]))
  return all
}
