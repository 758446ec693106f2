import sql from 'sql-template-tag'
import { type Entity, type Issue, Refusal } from '#model'
import { daysBetween } from '#model/days.ts'
import { systemGate } from '../access/calls.ts'
import { today } from '../base/today.ts'
import type { Core } from '../data/core.ts'
import type { Gate } from '../data/gate.ts'
import { isGenuine, type Licensed } from './code.ts'

export type StoredState = 'registering' | 'provisioning' | 'active' | 'frozen' | 'closed'
export type SchoolState = StoredState | 'grace' | 'limited'
/** What a school may do today. */
export interface LicenceStatus {
  state: SchoolState
  isRegistered: boolean
  edition: string | null
  modules: readonly string[]
  maxStudents: number | null
  expireDate: string | null
  /** Negative once it has expired. */
  daysLeft: number | null
  /** Days until new users, batches and imports stop; null without a licence. */
  graceLeft: number | null
}
export interface LicenceDates {
  expireDate: string
  graceDays: number
}

/** State derived from the stored state, the licence and the day. A school without a licence is unregistered, but works all the same. */
export function stateOn(stored: StoredState, licence: LicenceDates | undefined, day: string): SchoolState {
  if (stored !== 'active' || !licence) return stored
  const over = daysBetween(licence.expireDate, day)
  if (over <= 0) return 'active'
  return over <= licence.graceDays ? 'grace' : 'limited'
}
interface Stored {
  state: StoredState
  edition: string | null
  modules: string[] | null
  maxStudents: number | null
  expireDate: string | null
  graceDays: number | null
  payload: string | null
  signature: string | null
}
export const STANDING = sql`t.state, l.edition, l.modules, l.max_students as "maxStudents", l.expire_date as "expireDate", l.grace_days as "graceDays", l.payload, l.signature
  from tenant t left join licence l on l.tenant_id = t.id and l.id = t.licence_id`

export async function standingOf(core: Core, tenantId: string): Promise<LicenceStatus> {
  const rows = await systemGate(core, tenantId, 'licence').query<Stored>(sql`select ${STANDING} where t.id = ${tenantId}`)
  return standing(rows[0] as Stored, core.vendorKeys)
}
/** An unsigned or altered licence row grants nothing: the school is limited, its data stay accessible. */
export function standing(row: Stored, vendorKeys: string, day = today()): LicenceStatus {
  const { edition, maxStudents, expireDate, graceDays, payload, signature } = row
  if (expireDate === null || graceDays === null)
    return { state: row.state, isRegistered: false, edition: null, modules: [], maxStudents: null, expireDate: null, daysLeft: null, graceLeft: null }
  const isSound = isGenuine({ payload: payload ?? '', signature: signature ?? '' }, vendorKeys) && saysTheSame(row)
  const daysLeft = daysBetween(day, expireDate)
  const state = stateOn(row.state, { expireDate, graceDays }, day)
  return {
    state: isSound || row.state !== 'active' ? state : 'limited',
    isRegistered: true,
    edition,
    modules: row.modules ?? [],
    maxStudents,
    expireDate,
    daysLeft,
    graceLeft: daysLeft + graceDays,
  }
}
function saysTheSame(row: Stored): boolean {
  const signed = JSON.parse(Buffer.from(row.payload ?? '', 'base64url').toString()) as Licensed
  const isSame = (['expireDate', 'graceDays', 'maxStudents', 'edition'] as const).every(name => signed[name] === row[name])
  return isSame && signed.modules.join() === (row.modules ?? []).join()
}
const LIMITED = {
  add: '授权已于 {expireDate} 到期，宽限期也已结束，不能新增{label}；查询、导出、未办结的审批和学生安全功能不受影响',
  import: '授权已于 {expireDate} 到期，宽限期也已结束，不能导入{label}；查询、导出、未办结的审批和学生安全功能不受影响',
} as const

/** Refuses what stops after licence and grace period: new users, new batches, imports. Everything else goes on. */
export async function refuseWhenLimited(core: Core, tenantId: string, act: keyof typeof LIMITED, { label }: Entity): Promise<void> {
  const { state, expireDate } = await standingOf(core, tenantId)
  if (state === 'limited') throw new Refusal(422, [{ rule: 'tenancy.licence.limited', text: LIMITED[act], values: { label, expireDate } }])
}
const ROOM = {
  full: '导入后有 {after} 名学生，超过授权的 {max} 名 5% 以上，没有写入任何一行；请联系管理员增加授权人数',
  over: '导入后有 {after} 名学生，超过授权的 {max} 名；再超过 5% 就不能导入了',
} as const
/** Checks an import of new rows against the licensed number of students: a refusal, a warning, or nothing. */
export async function roomAfter(core: Core, db: Gate, e: Entity, toAdd: number): Promise<{ kind: 'over' | 'full'; issue: Issue } | undefined> {
  if (typeof e.options.limit !== 'object' || !toAdd) return undefined
  const { maxStudents } = await standingOf(core, db.me.tenantId)
  if (maxStudents === null) return undefined
  const room = roomFor(await db.unscoped(e).count(e.options.limit.students as never), toAdd, maxStudents) // the licence counts all
  return room.kind === 'enough'
    ? undefined
    : { kind: room.kind, issue: { rule: `tenancy.licence.${room.kind}`, text: ROOM[room.kind], values: { after: room.after, max: room.max } } }
}
/** Tolerated excess over the licensed number of students before an import is refused. */
const TOLERANCE = 1.05
export type Room = { kind: 'enough' } | { kind: 'over' | 'full'; after: number; max: number }

/** Whether so many students fit: slightly over is a warning, more is refused. */
export function roomFor(students: number, toAdd: number, max: number | null): Room {
  const after = students + toAdd
  if (max === null || toAdd <= 0 || after <= max) return { kind: 'enough' }
  return { kind: after > Math.floor(max * TOLERANCE) ? 'full' : 'over', after, max }
}
