import type { Sql } from 'sql-template-tag'
import type { FlowSubject } from '#flow/index.ts'
import type { MessageEvent } from '#model'
import { extensionPoint } from '#server/base/extension-point.ts'
import type { Ctx, Db, Principal, Realm } from '#server/context.ts'
import type { Notification } from '#server/notifications/notify.ts'
import type { RoundEntity, RoundRow } from '../model/round.ts'

/** A message and its values. */
export type RoundMessage = { event: MessageEvent; values: NonNullable<Notification['values']> }
/** Options of a kind of batch or task besides its lifecycle. */
export interface RoundOptions<R = RoundRow> {
  processType: string
  /** `live`: later joiners are included; `frozen`: the audience at publication. */
  audience: 'live' | 'frozen'
  /** Sign-in realm of its audience; the admin realm by default. */
  realm?: Realm
  /** Further realms whose students it is for, with the page where they answer. A student who has an account of the main realm answers with that. */
  alsoIn?: Partial<Record<Realm, string>>
  /** Its people make their accounts while it runs, such as applicants: it is published although nobody has one yet. */
  mayBeEmpty?: true
  /** Select of the ids of the students to whom the module narrows the audience: at the publication of a frozen one, always of a live one. */
  among?(db: Db, row: R): Promise<Sql>
  /** Fields with times inside the window, in their order: a copy and an early end move them with it. */
  moments?: readonly string[]
  /** Page where the audience answers. */
  link: string
  /** The message that publishing sends once to the audience, in place of the common one; `false` where the module itself notifies people once there is something to answer. */
  announces?: false | ((row: R, me: Principal) => RoundMessage)
  /** Serves the safety of students: goes on when the licence has ended. */
  isSafety?: true
  /** The approval that publishing waits for: the round itself is its row, with `roundApproval` as the callbacks. */
  approval?: FlowSubject
  /** Kind of application submitted in it: publishing checks that everybody has approvers (10-W22). */
  subject?: FlowSubject
  /** The module's own check before publishing. */
  check?(ctx: Ctx, row: R): Promise<void>
  published?(ctx: Ctx, row: R): Promise<void>
  /** Extended after its end, so that it takes answers again. */
  reopened?(ctx: Ctx, row: R): Promise<void>
  /** Its end was moved to a later moment. */
  extended?(ctx: Ctx, row: R): Promise<void>
  /** Paused or resumed. */
  paused?(ctx: Ctx, row: R): Promise<void>
  resumed?(ctx: Ctx, row: R): Promise<void>
  /** Closed for answers: its time is over, or it was ended or cancelled. */
  closed?(db: Db, row: R): Promise<void>
  /** After a copy: copies the module's own data of the old round. */
  copied?(ctx: Ctx, from: R, to: R): Promise<void>
}
export interface RoundKind {
  kind: 'round'
  entity: RoundEntity
  options: RoundOptions
  permission: string
}
/** Whose accounts make the audience. */
export const realmOf = ({ realm = 'admin', alsoIn }: Pick<RoundOptions, 'realm' | 'alsoIn'>): Realm | readonly Realm[] =>
  alsoIn ? [realm, ...(Object.keys(alsoIn) as Realm[])] : realm
export const roundKinds = extensionPoint<RoundKind>('round', { id: k => k.entity.name, entity: k => k.entity.name })
export const kindOf = (db: Db, entity: { name: string }): RoundKind => {
  const found = db.registered(roundKinds).find(k => k.entity.name === entity.name)
  if (!found) throw new Error(`${entity.name} is no round`)
  return found
}
