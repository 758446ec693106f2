import type { MessageAbout } from '#server/notifications/about.ts'
import { registrationBatch } from '../model/batch.ts'
import type { Record } from './register.ts'

export const LINK = '/standing/registration'
export const aboutRecord: MessageAbout<Record> = {
  bizType: 'registrationRecord',
  link: () => LINK,
  async values(row, db) {
    return { batch: (await db.unscoped(registrationBatch).one(row.batchId)).name } // the batch of the reader's own record
  },
}
