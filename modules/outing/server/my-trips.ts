import { mustAllow, notAllowed } from '#model'
import { locatedAt, type PhonePosition } from '#model/geo.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { campusFences, placeAtSchool } from '#modules/campus/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { cancel, casesOf, submit, withdraw } from '#modules/workflow/server/api.ts'
import { type ActionCtx, type Ctx, handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { cancelOuting, comeBack, confirmOuting, declineOuting, goOut, myOutings, outingForm, reportSafe, rollGroup } from '../model/actions.ts'
import { outingSubject } from '../model/flow.ts'
import { goingOut, NOT_BACK, type SafeReport } from '../model/going-out.ts'
import { asksSafe } from '../model/rules.ts'
import { regionNames } from './regions.ts'
import { settingsOf } from './settings.ts'
import { selfOf } from './students.ts'
import { drop, markBack, markOut } from './transitions.ts'
import { ownTrips, type Trip } from './trips.ts'

const RECENT = 40
const HOUR = 3_600_000
const GROUP_BIZ = { bizType: 'goingOut' } as const
const isConfirmed = (row: Trip): boolean => row.confirmedAt !== null

/** Actions available to the student; checked again by the server when performed. */
export function verbsOf(row: Trip): string[] {
  if (row.state === 'pending' || row.state === 'returned') return ['cancel']
  if (row.state === 'registered' && !isConfirmed(row)) return ['confirm', 'decline']
  if (row.state === 'registered') return ['leave', 'back', 'cancel']
  return row.state === 'out' || row.state === 'overdue' ? ['back', 'safe'] : []
}
const form = handle(outingForm, async ctx => {
  const { db } = ctx
  const who = await selfOf(ctx)
  const settings = await settingsOf(db)
  const before = (await ownTrips.all(ctx)).slice(0, RECENT)
  const places = new Map(before.map(r => [`${r.cantonCode}${r.place}`, { place: r.place, cantonCode: r.cantonCode, purpose: r.purpose, transport: r.transport }]))
  return {
    needsApproval: settings.mode === 'approve',
    contactPhone: before[0]?.contactPhone ?? who.phone,
    homeCanton: who.homeCanton,
    canLocate: (await campusFences(db)).length > 0,
    recent: [...places.values()].slice(0, 6),
  }
})
const mine = handle(myOutings, async (ctx: Ctx) => {
  const { db } = ctx
  const rows = (await ownTrips.all(ctx)).slice(0, RECENT)
  const groups = [...new Set(rows.flatMap(r => [r.id, ...(r.groupId ? [r.groupId] : [])]))]
  const related = await db.unscoped(goingOut).all({ groupId: groups }) // fellow travellers on one's own trips: name and state only
  const leaders = await db.unscoped(goingOut).all({ id: rows.flatMap(r => r.groupId ?? []) })
  const people = await studentsOf(
    db,
    [...related, ...leaders].map(r => r.studentId),
  )
  const [{ full }, { safeDays }] = [await regionNames(db), await settingsOf(db)]
  const cases = await casesOf(
    db,
    'goingOut',
    rows.map(r => r.id),
    ctx.lang,
  )
  // the name behind a typed number is disclosed only after its owner has confirmed
  const nameOf = (row: Trip | undefined): string | null => (row ? (people.get(row.studentId)?.name ?? null) : null)
  return rows.map(row => ({
    ...only(myOutings.output, row),
    region: full(row.cantonCode),
    asksSafe: asksSafe(row, safeDays),
    leaderName: nameOf(leaders.find(l => l.id === row.groupId)),
    instanceId: cases.get(row.id)?.instanceId ?? null,
    can: verbsOf(row),
    members: related
      .filter(r => r.groupId === row.id)
      .map(r => ({ id: r.id, name: (isConfirmed(r) ? nameOf(r) : people.get(r.studentId)?.studentNo) ?? '—', isConfirmed: isConfirmed(r), state: r.state })),
  }))
})
const cancelled = handle(cancelOuting, async (ctx, { id }) => {
  const { db } = ctx
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'cancel')
  if (row.state === 'pending') await withdraw(ctx, { ...GROUP_BIZ, bizId: id })
  else if (row.state === 'returned') await cancel(ctx, { ...GROUP_BIZ, bizId: id }, cancelOuting.label)
  else await drop(db, row)
  for (const member of await db.unscoped(goingOut).all({ groupId: id, state: ['registered'] })) await drop(db, member) // the group of one's own trip
})
const confirm = handle(confirmOuting, async (ctx, { id, contactPhone }) => {
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'confirm')
  const mine = await ctx.db.update(goingOut, id, { confirmedAt: row.confirmedAt ?? new Date().toISOString(), ...(contactPhone ? { contactPhone } : {}) })
  if (!isConfirmed(row) && (await settingsOf(ctx.db)).mode === 'approve') await submit(ctx, outingSubject, mine)
  await closeTodos(ctx.db, { ...GROUP_BIZ, bizId: id }, 'done', '已确认')
})
const decline = handle(declineOuting, async (ctx, { id }) => {
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'decline')
  if (isConfirmed(row)) throw notAllowed(goingOut, row, 'decline')
  await drop(ctx.db, row)
})
type Located = ActionCtx<typeof comeBack> | ActionCtx<typeof goOut>
/** Place of the student relative to the campus; the position is checked for this request only and not stored. */
async function seenAt(ctx: Located, position: PhonePosition) {
  const found = await placeAtSchool(ctx.db, position)
  return 'problem' in found ? ctx.refuse(found.problem, found.values) : found
}
const leave = handle(goOut, async (ctx, { id, ...position }) => {
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'leave')
  if (!isConfirmed(row)) throw notAllowed(goingOut, row, 'leave')
  if (Date.parse(row.outPlanned) - Date.now() > 2 * HOUR) ctx.refuse('early', { from: schoolTimeText(row.outPlanned) })
  const { isInside, accuracy } = await seenAt(ctx, position)
  if (isInside) ctx.refuse('near', { accuracy })
  await markOut(ctx.db, row, { at: new Date().toISOString(), way: 'location' })
})
const back = handle(comeBack, async (ctx, { id, ...position }) => {
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'comeBack')
  const { away, accuracy } = await seenAt(ctx, position)
  if (away) ctx.refuse('far', { distance: away, accuracy })
  await markBack(ctx.db, row, { at: new Date().toISOString(), way: 'location' })
})
/** 20-G4: one tap; the position is optional. */
const safe = handle(reportSafe, async (ctx, { id, note, ...position }) => {
  const row = await ownTrips.lock(ctx, id)
  mustAllow(goingOut, row, 'safe')
  const at = new Date().toISOString()
  const spot = locatedAt(position)
  const report: SafeReport = { at, ...(note ? { note } : {}), ...(spot ? { latitude: spot.latitude, longitude: spot.longitude } : {}) }
  await ctx.db.update(goingOut, id, { lastSafeAt: at, safeReports: [...(row.safeReports ?? []), report] })
})
/** 20-G5: the leader of the group records who came back. */
const roll = handle(rollGroup, async (ctx, { id, presentIds }) => {
  const row = await ownTrips.lock(ctx, id)
  const members = (await ctx.db.unscoped(goingOut).all({ groupId: id, state: NOT_BACK })).filter(isConfirmed) // the group of one's own trip
  if (row.groupId || !members.length) ctx.refuse('notLeader')
  const present = members.filter(m => presentIds.includes(m.id))
  for (const m of present) await markBack(ctx.db, await ctx.db.unscoped(goingOut).lock(m.id), { at: new Date().toISOString(), way: 'leader' }) // see above
  return { back: present.length, missing: members.length - present.length }
})
export default [form, mine, cancelled, confirm, decline, leave, back, safe, roll]
