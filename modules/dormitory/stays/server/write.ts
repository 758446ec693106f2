import sql from 'sql-template-tag'
import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { rowTodos, type TodoStep } from '#server/notifications/row-todos.ts'
import { isOpen, stayStates } from '../model/states.ts'
import { dormStay } from '../model/stay.ts'

export type Stay = Row<typeof dormStay>
type Patch = Partial<Omit<Stay, 'id'>> & { id: string }

interface StayState extends Pick<Stay, 'id' | 'state'> {
  /** The student may live there again. */
  mayStay?: true
}
const todoOf = (text: string): TodoStep<Stay, StayState> => ({
  text,
  while: stay => isOpen(stay.state) && !stay.mayStay,
  done: stay => (stay.mayStay ? '学籍已恢复' : stayStates.labels[stay.state]),
  gone: stay => stay.mayStay === true,
  link: stay => `/dormitory/stays?q=${stay.stayNo}`,
  priority: 'high',
})
/** 20-DR5: the managers' of a building, about somebody who may not live there any more. */
export const stayTodos = rowTodos<Stay, 'checkOut' | 'cancel', StayState>(
  dormStay,
  { bizType: 'dormStay', link: () => '/dormitory/mine', values: () => ({}) },
  { checkOut: todoOf('{name} {why}，请办理退宿'), cancel: todoOf('{name} {why}，请取消床位安排') },
)
/** Stays by id within the reader's scope, locked in id order; refuses all if one is outside. */
export async function lockVisible(db: Db, ids: readonly string[]): Promise<Stay[]> {
  const wanted = [...new Set(ids)]
  if ((await db.visible(dormStay).count({ id: wanted })) < wanted.length) throw notFound()
  return lockStays(db, wanted)
}
/** The same where the caller has checked access. */
export async function lockStays(db: Db, ids: readonly string[]): Promise<Stay[]> {
  if (!ids.length) return []
  await db.query(sql`select 1 from dorm_stay where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`)
  return db.unscoped(dormStay).all({ id: [...ids] }, { sort: ['id'] }) // the caller found them within scope
}
/** Updates many stays in one statement, and what people have to do about them. All patches must have the same fields. */
export async function changeStays(db: Db, patches: readonly Patch[]): Promise<void> {
  if (patches.length) await db.updateMany(dormStay, patches)
  await stayTodos.follow(
    db,
    patches.flatMap(({ id, state }) => (state ? { id, state } : [])),
  )
}
/** Stay fields used in events. */
export type Brief = Pick<Stay, 'id' | 'studentId' | 'bedId' | 'kind' | 'state' | 'plannedIn'>
export const told = (stays: readonly Brief[], on: string, more: Record<string, unknown> = {}) =>
  stays.map(({ id, studentId, bedId, kind }) => ({ studentId, stayId: id, bedId, kind, on, ...more }))
