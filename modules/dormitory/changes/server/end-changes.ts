import sql, { type Sql } from 'sql-template-tag'
import type { Wording } from '#model'
import { cancel, casesOf } from '#modules/workflow/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { phraseValues } from '#server/i18n/wording.ts'
import { dormChange } from '../model/dorm-change.ts'
import { freeHold } from './hold-bed.ts'
import { closePeer, tellLapsed } from './notify.ts'
import type { Change } from './validate.ts'

const MOST = 500
/** Rows in id order, locked until the transaction ends, so that checks on them stay valid. */
export async function lockChanges(db: Db, where: Sql): Promise<Change[]> {
  const ids = await db.query<{ id: string }>(sql`select id from dorm_change c where tenant_id = ${db.me.tenantId} and ${where} order by id limit ${MOST} for update`)
  return ids.length ? db.unscoped(dormChange).all({ id: ids.map(r => r.id) }, { sort: ['id'] }) : [] // the caller has checked access
}
/** 20-DM2: the reason of a partner's refusal stays between the two; approvers never see it. */
export const NOT_CONFIRMED = '对方没有确认'
/** The basis of a change is gone: ends it, frees the bed and notifies everybody concerned. */
export async function expireChanges(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, row: Change, reason: Wording): Promise<void> {
  const { db } = ctx
  const of = { bizType: 'dormChange', bizId: row.id }
  const text = formatWording('zh-cn', reason)
  const open = (await casesOf(db, of.bizType, [of.bizId])).get(row.id)
  if (open && open.state !== 'rejected' && open.state !== 'withdrawn' && open.state !== 'cancelled') await cancel(ctx, of, text)
  await db.update(dormChange, row.id, { state: 'lapsed', ...phraseValues(row, 'endNote', reason, 200) })
  await freeHold(db, row.toStayId, text)
  await closePeer(db, row, text)
  await tellLapsed(db, row, reason)
}
