import type { Row } from '#model'
import { yuanText } from '#model/money.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import type { Notification } from '#server/notifications/notify.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { dormRoom } from '../../places/model/places.ts'
import { dormDamage } from '../model/damage.ts'
import type { DAMAGE_MESSAGES } from '../model/damage-messages.ts'

export type Damage = Row<typeof dormDamage>
export const OWN_DAMAGES = '/dormitory/bills'

const aboutDamage: MessageAbout<Damage> = {
  bizType: 'dormDamage',
  link: () => OWN_DAMAGES,
  values: row => ({ damageNo: row.damageNo, item: row.item, amount: yuanText(row.amount) }),
}
/** Somebody's who did not record it, to decide about an objection. */
export const damageTodos = rowTodos(dormDamage, aboutDamage, {
  objection: { text: '{damageNo} {item}：学生对赔偿有异议', while: row => row.state === 'objected', link: () => '/dormitory/damages?view=objected' },
})
/** Notifies each student of their share only. */
export async function tellDamages(
  db: Db,
  event: (typeof DAMAGE_MESSAGES)[keyof typeof DAMAGE_MESSAGES],
  rows: readonly Damage[],
  valuesOf: (row: Damage) => NonNullable<Notification['values']>,
): Promise<void> {
  const accounts = await accountsOf(
    db,
    rows.map(r => r.studentId),
  )
  const rooms = new Map((await db.unscoped(dormRoom).all({ id: [...new Set(rows.map(r => r.roomId))] })).map(r => [r.id, r.fullName])) // only their names are read
  await notifyAbout(
    db,
    event,
    aboutDamage,
    rows.map(row => ({ row, to: [accounts.get(row.studentId) ?? []].flat(), more: { room: rooms.get(row.roomId) ?? '', ...valuesOf(row) } })),
  )
}
