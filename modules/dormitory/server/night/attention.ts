import type { Db } from '#server/context.ts'

/** Which of these students are named to each of these readers as somebody to look after. Asked at the moment of telling; nothing of it is stored here. */
export type Attention = (db: Db, asked: ReadonlyArray<{ userId: string; studentIds: readonly string[] }>) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
let source: Attention = async () => new Map()
/** The module that knows says so when it is loaded; until then nobody is named. */
export const supplyAttention = (given: Attention): void => {
  source = given
}
export const attentionOf: Attention = (db, asked) => source(db, asked)
