import sql from 'sql-template-tag'
import type { MessageEvent } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db, Realm } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'
import { ROUND_MESSAGES } from '../model/round-messages.ts'
import { accountsOf } from './audience.ts'
import { kindOf, type RoundMessage } from './round-kinds.ts'

/** Notifies the audience of a change of the round. */
export const tellAudience = (db: Db, of: RoundEntity, row: RoundRow, event: MessageEvent, reason = ''): Promise<void> =>
  tell(db, of, row, { event, values: { name: row.name, beginTime: schoolTimeText(row.beginTime), endTime: schoolTimeText(row.endTime), reason } })
/** Notifies the audience that the round was published, in the words of its kind. */
export async function announce(db: Db, of: RoundEntity, row: RoundRow): Promise<void> {
  const { announces } = kindOf(db, of).options
  if (announces) await tell(db, of, row, announces(row, db.me))
  else if (announces === undefined) await tellAudience(db, of, row, ROUND_MESSAGES.roundPublished)
}
async function tell(db: Db, of: RoundEntity, row: RoundRow, { event, values }: RoundMessage): Promise<void> {
  const { link: usual, alsoIn = {} } = kindOf(db, of).options
  const people = await db.query<{ id: string; realm: Realm }>(
    sql`select a.id, u.realm from ${await accountsOf(db, of, row)} a join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = a.id`,
  )
  for (const [link, own] of Map.groupBy(people, p => alsoIn[p.realm] ?? usual))
    await notify(db, event, { to: own.map(p => p.id), values, bizType: of.name, bizId: row.id, link, mobileLink: link })
}
