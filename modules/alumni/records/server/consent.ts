import { stopQueued } from '#modules/message/server/api.ts'
import type { Db } from '#server/context.ts'
import { BY_CONSENT } from '../model/messages.ts'
import { alumniAccounts } from './own-alumnus.ts'

/** 30-AL3: withdrawn consent holds at once, also for what waits to be sent. */
export const consentWithdrawn = async (db: Db, alumnusId: string): Promise<unknown> =>
  stopQueued(db, { userIds: (await alumniAccounts(db, [alumnusId])).get(alumnusId) ?? [], events: BY_CONSENT })
