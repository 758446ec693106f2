import type { Db } from '#server/context.ts'

/** Which of these students are flagged to each of these readers as needing attention. Queried when notifying; not stored here. */
export type Attention = (db: Db, asked: ReadonlyArray<{ userId: string; studentIds: readonly string[] }>) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
let source: Attention = async () => new Map()
/** Registered by the module that has this data; until then nobody is flagged. */
export const supplyAttention = (given: Attention): void => {
  source = given
}
export const attentionOf: Attention = (db, asked) => source(db, asked)
