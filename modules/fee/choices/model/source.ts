import type { Row } from '#model'
import type { optionalOffer } from './offer.ts'

/** Source of the lines: one for a student, item, and year or term, whichever offer it was chosen in. */
export const CHOSEN = 'optionalChoice'
export const sourceOf = ({ itemId, xn, xqM }: Pick<Row<typeof optionalOffer>, 'itemId' | 'xn' | 'xqM'>, studentId: string) => ({
  ...{ sourceType: CHOSEN, sourceId: `${studentId}:${itemId}` },
  sourceSeq: xqM ? `${xn}-${xqM}` : (xn ?? ''),
})
