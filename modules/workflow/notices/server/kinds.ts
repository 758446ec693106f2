import type { Entity } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Ctx, Db } from '#server/context.ts'

export interface PersonOf {
  userId: string
  /** Default: the values of the line. */
  name?: string
  no?: string
}
/** One result as a module publishes it on a notice. The service adds name, number, class and college of students. */
export interface NoticeLineOf {
  bizId: string
  studentId?: string
  /** Who is on no roll: an applicant. Such results are shown to the whole school only. */
  person?: PersonOf
  /** `item`, `level`, and columns specific to its kind; only columns the batch has chosen are kept. */
  values?: Readonly<Record<string, string>>
}
export interface NoticeKind {
  entity: Entity
  /** Results of people who have no account of the main realm: they read them in this one. */
  realm?: 'welcome' | 'exam'
  /** After an upheld objection, in the deciding transaction: results that move up in place of this one. They go on notice again (40-N3). */
  movesUp?(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, bizId: string): Promise<readonly NoticeLineOf[]>
}
export const noticeKinds = extensionPoint<NoticeKind & { kind: 'noticeKind' }>('noticeKind', { id: k => k.entity.name, entity: k => k.entity.name })
/** Registers what a kind of result does when an objection is upheld. */
export const noticeKind = (of: NoticeKind): Registration => noticeKinds.make(of)
export const kindNamed = (db: Db, bizType: string): NoticeKind | undefined => db.registered(noticeKinds).find(k => k.entity.name === bizType)
