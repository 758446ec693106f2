import type { Row } from '#model'
import type { MessageAbout } from '#server/notifications/about.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import type { Batch } from './places.ts'

export type Adjustment = Row<typeof majorAdjustment>
/** What messages about an application of a batch have in common. */
export const aboutMajor = (batch: Pick<Batch, 'name'>, nameOf: (id: string | null) => string): MessageAbout<Adjustment> => ({
  bizType: majorAdjustment.name,
  link: () => '/welcome/major',
  values: row => ({ batch: batch.name, major: nameOf(row.toGradeMajorId) }),
})
