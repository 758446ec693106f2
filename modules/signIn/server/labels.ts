import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { LINK } from './link.ts'

/** An occurrence as named in messages and refusals. */
export interface Named {
  id: string
  name: string
  opensAt: string
  closesAt: string
}
export const timesOf = ({ opensAt, closesAt }: Pick<Named, 'opensAt' | 'closesAt'>) => ({ opensAt: schoolTimeText(opensAt), closesAt: schoolTimeText(closesAt) })
/** Notifies students about an occurrence. */
export async function tellStudents(db: Db, event: MessageEvent, of: Named, to: readonly string[], more: Readonly<Record<string, string | number>> = {}): Promise<void> {
  const link = `${LINK}?id=${of.id}`
  if (to.length) await notify(db, event, { to, values: { name: of.name, ...timesOf(of), ...more }, bizType: 'signOccurrence', bizId: of.id, link, mobileLink: link })
}
