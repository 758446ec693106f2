import type { FlowSubject } from '#model/flow/index.ts'
import type { Ctx, Db } from '#server/context.ts'
import type { RoundEntity, RoundRow } from '../../model/round.ts'

/** What a kind of batch or task does beside being published and closed. */
export interface RoundOptions<R = RoundRow> {
  processType: string
  /** `live`: whoever joins later is included; `frozen`: whoever belongs to it when it is published. */
  audience: 'live' | 'frozen'
  /** Where the audience answers. */
  link: string
  /** `false` where the module itself tells people once there is something to answer; publishing alone is no news to them then. */
  announces?: false
  /** What is applied for in it: publishing asks whether everybody has approvers (10-W22). */
  subject?: FlowSubject
  /** What becomes of applications still open when it ends (10-W18). */
  atEnd?: 'stay' | 'reject'
  /** Refuses what the module itself does not let be published. */
  check?(ctx: Ctx, row: R): Promise<void>
  /** It takes answers now: published, or extended after its end. */
  published?(ctx: Ctx, row: R): Promise<void>
  /** Its end was moved to a later moment. */
  extended?(ctx: Ctx, row: R): Promise<void>
  /** It takes nothing for a while, and takes it again. */
  paused?(ctx: Ctx, row: R): Promise<void>
  resumed?(ctx: Ctx, row: R): Promise<void>
  /** It takes nothing any more: its time is over, or it was ended or cancelled. */
  closed?(db: Db, row: R): Promise<void>
  /** Follows a copy: what else of the old round belongs into the new one. */
  copied?(ctx: Ctx, from: R, to: R): Promise<void>
}
export interface Registered {
  entity: RoundEntity
  options: RoundOptions
  permission: string
}
const kinds = new Map<string, Registered>()
export const register = (of: Registered): void => void kinds.set(of.entity.name, of)
/** Kinds of rounds of the modules that are loaded, of one type of business or all. */
export const roundKinds = (processType?: string | null): Registered[] => [...kinds.values()].filter(k => !processType || k.options.processType === processType)
export const kindOf = (entity: { name: string }): Registered => {
  const found = kinds.get(entity.name)
  if (!found) throw new Error(`${entity.name} is no round`)
  return found
}
