import sql from 'sql-template-tag'
import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import { accountsOf } from './audience.ts'
import { kindOf } from './round-kinds.ts'

/** Notifies the audience of a change of the round. */
export async function tellAudience(db: Db, of: RoundEntity, row: RoundRow, event: MessageEvent, reason = ''): Promise<void> {
  const people = await db.query<{ id: string }>(sql`select a.id from ${await accountsOf(db, of, row)} a`)
  const { link } = kindOf(db, of).options
  const values = { name: row.name, beginTime: schoolTimeText(row.beginTime), endTime: schoolTimeText(row.endTime), reason }
  await notify(db, event, { to: people.map(p => p.id), values, bizType: of.name, bizId: row.id, link, mobileLink: link })
}
