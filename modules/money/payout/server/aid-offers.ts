import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Ctx, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { aidOffers } from '../model/actions.ts'

/** Something a student may apply for, or is given by a list. Its texts are in the reader's language. */
export interface AidOffer {
  name: string
  /** The most one can get, in fen. */
  amount?: number | null
  until?: string | null
  isApplied?: boolean
  /** Given by a list of the school: nobody applies. */
  isAutomatic?: boolean
  /** What keeps the student from it; empty where nothing does. */
  lacks: readonly string[]
  link: string
}
interface AidOffers extends Registration {
  kind: 'aidOffers'
  code: string
  /** Kind of aid: 奖学金, 助学金. */
  label: string
  /** Smaller ones come first. */
  order: number
  find(ctx: Ctx, who: StudentOf): Promise<AidOffer[]>
}
const sources = extensionPoint<AidOffers>('aidOffers', { id: s => s.code })
/** Registers what a module has to give now, for 我能申请的资助: each with what the student still lacks. */
export const aidOffersOf = (given: Omit<AidOffers, 'kind'>): AidOffers => sources.make(given)

const isWithin = ({ lacks, isApplied }: AidOffer): boolean => !lacks.length && !isApplied
export default handle(aidOffers, async ctx => {
  const who = await selfStudent(ctx)
  const kinds = []
  for (const { label, find } of ctx.db.registered(sources).toSorted((a, b) => a.order - b.order)) {
    const offers = (await find(ctx, who)).toSorted((a, b) => Number(isWithin(b)) - Number(isWithin(a)))
    kinds.push(
      ...offers.map(({ name, amount = null, until = null, isApplied = false, isAutomatic = false, lacks, link }) => ({
        ...{ kind: translate(ctx.lang, label), name, amount, until, isApplied, isAutomatic, lacks: [...lacks], link },
      })),
    )
  }
  return kinds
})
