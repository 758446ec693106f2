import type { MessageAbout } from '#server/notifications/about.ts'
import type { Change } from '../../changes/server/api.ts'
import type { Batch } from './batches.ts'

export const STAFF = '/standing/transfers'
/** Messages about an application in this batch. */
export const aboutTransfer = ({ name }: Pick<Batch, 'name'>): MessageAbout<Change> => ({
  bizType: 'statusChange',
  link: ({ id }) => `/standing/mine?id=${id}`,
  values: async () => ({ batch: name }),
})
