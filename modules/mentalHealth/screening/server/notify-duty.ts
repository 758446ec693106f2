import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { onDuty } from '../../attention/server/api.ts'
import { SCREENING_MESSAGES } from '../model/messages.ts'
import { mhScreening } from '../model/screening.ts'

/** 50-MH3: an item about harming oneself was not denied. Told at once, in words that say nothing to whoever else reads them; names stand on the page behind the link. */
export async function tellDuty(db: Db, screeningId: string): Promise<void> {
  const to = await onDuty(db)
  await notify(db, SCREENING_MESSAGES.duty, { to, values: {}, bizType: mhScreening.name, bizId: screeningId, link: `/mentalHealth/results?screening=${screeningId}&only=risk` })
}
