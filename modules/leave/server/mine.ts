import { selfStudent } from '#modules/student/server/api.ts'
import { casesOf } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { leave, leaveStates } from '../model/leave.ts'
import { leaveType } from '../model/leave-type.ts'
import { leaveForm, myLeaves } from '../model/read-actions.ts'
import { isAway } from './end-leave.ts'
import { settingsOf } from './settings.ts'
import type { Leave } from './submit.ts'
import { proofsOf } from './withdraw-cancel.ts'

const MOST = 200
const RECENT_MS = 45 * 86_400_000
const typeNames = async (db: Db): Promise<(row: Leave) => string> => {
  const types = await db.cached(leaveType)
  return row => types.get(row.typeId)?.name ?? '—'
}
const form = handle(leaveForm, async ctx => {
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
    guardianDays: settings.guardianDays,
    recent: recent
      .filter(r => !r.extendsId)
      .map(r => ({ id: r.id, leaveNo: r.leaveNo, typeName: nameOf(r), startAt: r.startAt, endAt: r.endAt, days: r.actualDays ?? r.days, state: r.state })),
  }
})
type Verb = 'withdraw' | 'edit' | 'cancel' | 'extend' | 'back' | 'slip' | 'proof'
/** Actions available to the student; checked again by the server when performed. */
export function verbsOf(row: Leave, isExtending: boolean, now = Date.now()): Verb[] {
  if (leaveStates.allows(row, 'withdraw')) return leaveStates.allows(row, 'resubmit') ? ['edit', 'withdraw'] : ['withdraw']
  const proof: Verb[] = row.proofDueOn && leaveStates.allows(row, 'giveProof') ? ['proof'] : []
  if (row.extendsId) return proof
  const extend: Verb[] = !isExtending && Date.parse(row.endAt) > now ? ['extend'] : []
  if (isAway(row, now)) return ['back', 'slip', ...extend, ...proof]
  return leaveStates.allows(row, 'cancel') ? ['slip', 'cancel', ...extend, ...proof] : proof
}
const mine = handle(myLeaves, async (ctx: Ctx, { id }: { id?: string | null }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const rows = await db.unscoped(leave).all({ studentId: who.id, ...(id ? { id } : {}) }, { sort: ['-startAt'], limit: MOST }) // one's own rows, filtered by student id
  const cases = await casesOf(
    db,
    'leave',
    rows.map(r => r.id),
    ctx.lang,
  )
  const nameOf = await typeNames(db)
  return rows.map(row => {
    const isExtending = rows.some(r => r.extendsId === row.id && (r.state === 'pending' || r.state === 'returned'))
    const standing = cases.get(row.id)
    return {
      ...only(myLeaves.output, row),
      typeName: nameOf(row),
      reason: row.reason ?? row.privateReason,
      proofs: [...proofsOf(row)],
      lacksProof: row.proofDueOn !== null && !proofsOf(row).length,
      extendsNo: rows.find(r => r.id === row.extendsId)?.leaveNo ?? null,
      isExtending,
      instanceId: standing?.instanceId ?? null,
      waitsFor: standing?.waitsFor ?? null,
      waitsSince: standing?.waitsSince ?? null,
      nextStep: standing?.nextStep ?? null,
      can: verbsOf(row, isExtending),
    }
  })
})
export default [form, mine]
