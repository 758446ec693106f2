import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import type { Application, Batch } from '../../entry/server/api.ts'
import { RESULT_MESSAGES } from '../model/messages.ts'

/** Of applicants; what the office is told has a page of its own. */
const PAGES = { scores: 'score', result: 'result', recheck: 'score', offered: 'result', confirming: 'result', offerLapsed: 'result' } as const satisfies Partial<
  Record<keyof typeof RESULT_MESSAGES, string>
>
type Told = Pick<Application, 'id' | 'userId' | 'name'>
/** Tells applicants of one batch; the message opens the page that shows it. */
export async function tell(
  db: Db,
  event: keyof typeof PAGES,
  { id, name }: Pick<Batch, 'id' | 'name'>,
  rows: readonly Told[],
  more: Readonly<Record<string, string | { text: string }>> = {},
): Promise<void> {
  const about = {
    bizType: 'examApplication',
    link: () => `/dzks/exame/${PAGES[event]}?batch=${id}`,
    values: (row: Told) => ({ name: row.name, batch: name }),
  }
  await notifyAbout(
    db,
    RESULT_MESSAGES[event],
    about,
    rows.map(row => ({ row, to: [row.userId], more })),
  )
}
