import type { Entity } from '#model'
import type { Ctx } from '#server/context.ts'

/** One result as a module publishes it on a notice. The service adds name, number, class and college. */
export interface NoticeLineOf {
  bizId: string
  studentId: string
  /** `item`, `level`, and columns specific to its kind; only columns the batch has chosen are kept. */
  values?: Readonly<Record<string, string>>
}
export interface NoticeKind {
  entity: Entity
  /** After an upheld objection, in the deciding transaction: results that move up in place of this one. They go on notice again (40-N3). */
  movesUp?(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, bizId: string): Promise<readonly NoticeLineOf[]>
}
const kinds = new Map<string, NoticeKind>()
/** Registers what a kind of result does when an objection is upheld; called from a module's `server/` files. */
export const noticeKind = (of: NoticeKind): void => void kinds.set(of.entity.name, of)
export const kindNamed = (bizType: string): NoticeKind | undefined => kinds.get(bizType)
