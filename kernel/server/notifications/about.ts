import type { MessageEvent } from '#model'
import type { Db } from '../context.ts'
import { type NotificationValue, notifyEach } from './notify.ts'

type Values = Readonly<Record<string, NotificationValue>>
/** What all messages about one kind of row have in common. */
export interface MessageAbout<R> {
  bizType: string
  /** Values of the variables that `messagesOf` describes for all of them. */
  values(row: R, db: Db): Values | Promise<Values>
  /** Address that shows the row to the person it belongs to, on desktop and phone. */
  link(row: R): string
}
/** A person a row is about: fills `name` and `className`, and is told unless `to` names others. */
export interface Concerned {
  userId: string | null
  name: string
  className?: string | null
}
export interface RowNotification<R> {
  row: R
  who?: Concerned | undefined
  /** User ids. */
  to?: readonly string[]
  /** Further values. */
  more?: Values
  /** Where the people in `to` see the row. */
  link?: string
}
/** Values of the variables of a message, and of what it says has to be done. */
export const valuesOf = async <R>(db: Db, about: MessageAbout<R>, { row, who, more }: RowNotification<R>): Promise<Values> => ({
  ...(who ? { name: who.name, className: who.className ?? '' } : {}),
  ...(await about.values(row, db)),
  ...more,
})
/** Sends one message each about several rows, in one round trip. People without an account are passed over. */
export async function notifyAbout<R extends { id: string }>(db: Db, event: MessageEvent, about: MessageAbout<R>, each: ReadonlyArray<RowNotification<R>>): Promise<void> {
  const notifications = each.map(async one => {
    const { row, who, to = who?.userId ? [who.userId] : [], link = about.link(row) } = one
    return { to, values: await valuesOf(db, about, one), bizType: about.bizType, bizId: row.id, link, mobileLink: link }
  })
  await notifyEach(db, event, await Promise.all(notifications))
}
