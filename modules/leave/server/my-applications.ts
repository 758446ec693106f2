import { DAY_MS } from '#model/days.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { leave, leaveStates } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { isAway } from './end-leave.ts'
import { proofsOf } from './proofs.ts'
import { settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'

const MOST = 200
const RECENT_MS = 45 * DAY_MS
const typeNames = async (db: Db): Promise<(row: Leave) => string> => {
  const types = await db.cached(leaveType)
  return row => types.get(row.typeId)?.name ?? '—'
}
export async function begin(ctx: Ctx) {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const [types, settings, nameOf] = [await db.cached(leaveType), await settingsOf(db), await typeNames(db)]
  // one's own rows, filtered by student id
  const recent = await db.unscoped(leave).all({ studentId: who.id, 'endAt.ge': new Date(Date.now() - RECENT_MS).toISOString() }, { sort: ['startAt'], limit: MOST })
  return {
    types: [...types.values()]
      .filter(x => x.isEnabled)
      .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
      .map(x => ({
        id: x.id,
        code: x.code,
        name: x.name,
        needsProof: x.needsProof === true,
        proofLaterDays: x.proofLaterDays ?? 0,
        leavesCampusDefault: x.leavesCampusDefault === true,
        sensitive: x.sensitive === true,
      })),
    contactName: who.emergencyName,
    contactPhone: who.emergencyPhone,
    homeCanton: who.homeCanton,
    homeAddress: who.homeAddress,
    guardianDays: settings.guardianDays,
    recent: recent
      .filter(r => !r.extendsId)
      .map(r => ({ id: r.id, leaveNo: r.leaveNo, typeName: nameOf(r), startAt: r.startAt, endAt: r.endAt, days: r.actualDays ?? r.days, state: r.state })),
  }
}
/** Computed fields of one's own leaves. */
export async function mine({ db }: Ctx, rows: readonly Leave[]) {
  const nameOf = await typeNames(db)
  return (row: Leave) => ({
    typeName: nameOf(row),
    reason: row.reason ?? row.privateReason ?? '',
    proofs: [...proofsOf(row)],
    lacksProof: row.proofDueOn !== null && !proofsOf(row).length,
    extendsNo: rows.find(r => r.id === row.extendsId)?.leaveNo ?? null,
    isExtending: rows.some(r => r.extendsId === row.id && (r.state === 'pending' || r.state === 'returned')),
  })
}
type Verb = 'extend' | 'back' | 'slip' | 'proof'
/** Verbs of a leave besides those of every application. */
export function verbsOf(row: Leave, { isExtending = false }: { isExtending?: boolean }, now = Date.now()): Verb[] {
  if (leaveStates.allows(row, 'withdraw')) return []
  const proof: Verb[] = row.proofDueOn && leaveStates.allows(row, 'giveProof') ? ['proof'] : []
  if (row.extendsId) return proof
  const extend: Verb[] = !isExtending && Date.parse(row.endAt) > now ? ['extend'] : []
  if (isAway(row, now)) return ['back', 'slip', ...extend, ...proof]
  return leaveStates.allows(row, 'cancel') ? ['slip', ...extend, ...proof] : proof
}
