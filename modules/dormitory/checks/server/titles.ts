import sql from 'sql-template-tag'
import { accountsOf } from '#modules/student/server/api.ts'
import { returnSeatsOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { civilisedRoom } from '../model/civilised.ts'
import { CHECK_MESSAGES } from '../model/messages.ts'
import { roomOf } from './occupants.ts'
import type { Violation } from './violation.ts'

const MINE = '/dormitory/check/mine'
/** 20-DI11: a serious violation revokes titles of the room where it happened and of the student's room. */
export async function loseTitles(db: Db, of: Violation): Promise<void> {
  const home = of.studentId ? await roomOf(db, of.studentId) : undefined
  const roomIds = [...new Set([of.roomId, home?.id].flatMap(id => id ?? []))]
  const held = roomIds.length ? await db.unscoped(civilisedRoom).all({ roomId: roomIds, state: 'awarded' }) : [] // an effect of the decision, whoever took it
  if (!held.length) return
  const reason = `严重违纪 ${of.violationNo}`
  for (const row of held) await db.update(civilisedRoom, row.id, { state: 'lost', lostAt: new Date().toISOString(), stateNote: reason }) // one or two
  await returnSeatsOf(
    db,
    'civilisedRoom',
    held.map(h => h.id),
  )
  const names = new Map(
    (await db.query<{ id: string; name: string }>(sql`select id, full_name as name from dorm_room where tenant_id = ${db.me.tenantId} and id = any(${roomIds}::uuid[])`)).map(r => [
      r.id,
      r.name,
    ]),
  )
  const accounts = await accountsOf(
    db,
    held.flatMap(h => (h.studentIds ?? []).flatMap(id => id ?? [])),
  )
  await notifyEach(
    db,
    CHECK_MESSAGES.civilisedLost,
    held.map(h => ({
      to: (h.studentIds ?? []).flatMap(id => accounts.get(id ?? '') ?? []),
      values: { room: names.get(h.roomId) ?? '', reason: { text: '严重违纪 {violationNo}', values: { violationNo: of.violationNo } } },
      bizType: 'civilisedRoom',
      bizId: h.id,
      link: MINE,
      mobileLink: MINE,
    })),
  )
}
