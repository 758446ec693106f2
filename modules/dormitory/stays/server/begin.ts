import sql from 'sql-template-tag'
import { type Action, notAllowed, Refusal, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { type FeeStanding, fees, hasFees } from '../../places/server/api.ts'
import { checkIn } from '../model/actions.ts'
import { furnitureOf, type Piece, piecesOf } from '../model/checklist.ts'
import { daysEarly } from '../model/period.ts'
import { problemsOf } from '../model/rules.ts'
import { stayStates } from '../model/states.ts'
import { dormStay } from '../model/stay.ts'
import { noteArrivals } from './arrivals.ts'
import { bedsOf } from './beds.ts'
import { type StaySettings, settingsOf } from './settings.ts'
import { changeStays, type Stay, told } from './write.ts'

type Acting = Pick<Ctx, 'db' | 'me'>
export interface Beginning {
  way: NonNullable<Stay['checkInWay']>
  earlyReason?: string | null | undefined
  keyNo?: string | null | undefined
  pieces?: readonly Piece[] | null | undefined
}
interface StayContext {
  settings: StaySettings
  beds: Awaited<ReturnType<typeof bedsOf>>
  students: Awaited<ReturnType<typeof studentsOf>>
  fees: ReadonlyMap<string, FeeStanding>
  sleepers: ReadonlyMap<string, { name: string; plannedOut: string | null }>
}
/** Data to check these check-ins, in a handful of statements. */
export async function knownOf(db: Db, stays: readonly Stay[], isLocked = false): Promise<StayContext> {
  const bedIds = stays.map(s => s.bedId)
  const studentIds = stays.map(s => s.studentId)
  const settings = await settingsOf(db)
  return {
    settings,
    beds: await bedsOf(db, bedIds, { isLocked }),
    students: await studentsOf(db, studentIds),
    fees: settings.feeBeforeCheckIn && hasFees(db) ? await fees(db).standing(db, studentIds) : new Map(),
    sleepers: await sleepersOf(db, bedIds),
  }
}
/** 20-DR1: current occupants of these beds. */
async function sleepersOf(db: Db, bedIds: readonly string[]): Promise<StayContext['sleepers']> {
  const rows = await db.query<{
    key: string
    name: string
    plannedOut: string | null
  }>(sql`select bed_id || case when kind = 'temporary' then ' temporary' else '' end as key, name, planned_out::text as "plannedOut"
    from dorm_stay where tenant_id = ${db.me.tenantId} and bed_id = any(${[...bedIds]}::uuid[]) and state = 'checkedIn'`)
  return new Map(rows.map(r => [r.key, r]))
}
export const bedKey = ({ bedId, kind }: Pick<Stay, 'bedId' | 'kind'>): string => (kind === 'temporary' ? `${bedId} temporary` : bedId)

/** 20-DR2: why a check-in is refused now; undefined if permitted. */
export function againstCheckIn(stay: Stay, known: StayContext, { earlyReason }: Pick<Beginning, 'earlyReason'>): Refusal | undefined {
  const { settings, beds, students } = known
  const name = stay.name ?? ''
  const no = (key: keyof typeof checkIn.refusals, values: Record<string, unknown>, field?: string) => refusalOf(checkIn as unknown as Action, key, values, field)
  if (!stayStates.allows(stay, 'checkIn')) return notAllowed(dormStay, stay, 'checkIn', name)
  const bed = beds.get(stay.bedId)
  const who = students.get(stay.studentId)
  // 20-DM3: a change frees the old bed in the same transaction
  if (stay.kind === 'change') return no('byChange', { name, bed: bed?.fullName ?? '', plannedIn: stay.plannedIn })
  const [problem] = bed && who ? problemsOf(who, bed) : []
  if (problem) return no(problem.rule, problem.values)
  const early = daysEarly(stay.plannedIn, today())
  if (early > settings.earlyDays) return no('tooEarly', { plannedIn: stay.plannedIn, days: settings.earlyDays })
  if (early && !earlyReason) return no('whyEarly', { plannedIn: stay.plannedIn }, 'earlyReason')
  if (stay.plannedOut && stay.plannedOut <= today()) return no('ended', { plannedOut: stay.plannedOut })
  const fee = known.fees.get(stay.studentId)
  if (fee?.state === 'owing') return no('unpaid', { name, amount: yuanText(fee.owing) })
  const sleeper = known.sleepers.get(bedKey(stay))
  return sleeper && no('overstaying', { bed: bed?.fullName ?? '', holder: sleeper.name, plannedOut: sleeper.plannedOut ?? '—' })
}
/** Checks in locked stays, all or none; freezes the room price. */
export async function begin({ db, me }: Acting, stays: readonly Stay[], how: Beginning): Promise<string> {
  const known = await knownOf(db, stays, true)
  const faults = stays.flatMap(s => againstCheckIn(s, known, how)?.issues ?? [])
  if (faults.length) throw new Refusal(422, faults)
  const checkInAt = new Date().toISOString()
  const prices = await fees(db).prices(db, [...new Set(stays.map(s => s.roomId ?? ''))])
  const list = furnitureOf(known.settings.furniture)
  await changeStays(
    db,
    stays.map(s => ({
      id: s.id,
      state: 'checkedIn' as const,
      checkInAt,
      checkInBy: me.userId || null,
      checkInWay: how.way,
      earlyReason: daysEarly(s.plannedIn, today()) ? (how.earlyReason ?? null) : null,
      keyNo: how.keyNo ?? s.keyNo,
      inventoryJson: piecesOf(list, how.pieces ?? []),
      feePerYear: prices.get(s.roomId ?? '') ?? null,
    })),
  )
  await noteArrivals(
    db,
    stays.map(s => s.id),
    checkInAt,
  )
  await db.emitMany('dormitory.stayCheckedIn', told(stays, today()))
  return checkInAt
}
