import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { LINK } from './link.ts'

/** A date as messages and refusals speak of it. */
export interface Named {
  id: string
  name: string
  opensAt: string
  closesAt: string
}
export const timesOf = ({ opensAt, closesAt }: Pick<Named, 'opensAt' | 'closesAt'>) => ({ opensAt: schoolTimeText(opensAt), closesAt: schoolTimeText(closesAt) })
/** Tells students of a date. */
export async function tellStudents(db: Db, event: MessageEvent, of: Named, to: readonly string[], more: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const link = `${LINK}?id=${of.id}`
  if (to.length) await notify(db, event, { to, values: { name: of.name, ...timesOf(of), ...more }, bizType: 'signOccurrence', bizId: of.id, link, mobileLink: link })
}
