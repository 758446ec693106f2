import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { knownFacts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { type Batch, LINK } from './batches.ts'
import { judgeEverybody, meets } from './simulate.ts'

/** The round is told to those whose facts fit, one message for each item. */
export async function tellThoseWhoFit(db: Db, batch: Batch): Promise<void> {
  for (const [item, judged] of await judgeEverybody(db, batch, await knownFacts(db))) {
    const fit = judged.filter(meets).map(j => j.id)
    const accounts = await accountsOf(db, fit)
    const values = { batch: batch.name, item: item.name, until: schoolTimeText(batch.endTime) }
    if (accounts.size) await notify(db, AWARD_MESSAGES.opened, { to: [...accounts.values()], values, bizType: 'awardBatch', bizId: batch.id, link: LINK, mobileLink: LINK })
  }
}
