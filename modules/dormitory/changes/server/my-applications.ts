import sql, { empty } from 'sql-template-tag'
import { type InputOf, refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { ownStudentId, type StudentOf, selfStudent, studentsOf } from '#modules/student/server/api.ts'
import { casesOf } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, compute, handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { readPhrase, storedPhrase } from '#server/i18n/wording.ts'
import { monthsPerYear } from '../../charges/server/api.ts'
import { fees, isFreeBetween } from '../../places/server/api.ts'
import { bedsOf, bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import { bedsForMe } from '../model/actions.ts'
import type { changeApplication } from '../model/application.ts'
import { dormChange } from '../model/dorm-change.ts'
import { feeDifference, monthsLeft } from '../model/fee.ts'
import { lastDayOf, termOf } from '../model/rules.ts'
import { changesInTerm } from './earlier-changes.ts'
import { homesOf } from './homes.ts'
import { settingsOf } from './settings.ts'
import { type Change, validate } from './validate.ts'

const MOST = 100
const MOST_BEDS = 400
/** Current bed, and what the term allows. */
export async function begin(ctx: Ctx) {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const settings = await settingsOf(db)
  const home = (await homesOf(db, [who.id])).get(who.id)
  const term = termOf((await calendarOf(db)).terms, today())
  const [earlier] = term ? await changesInTerm(db, [who.id], term, null) : []
  const [problem] = home ? [] : refusalOf(dormChange, 'noStay', { name: who.name }).issues
  return {
    bed: home?.bed ?? null,
    bedId: home?.bedId ?? null,
    dormId: home?.dormId ?? null,
    feePerYear: home?.feePerYear ?? null,
    perTerm: settings.changePerTerm,
    usedInTerm: earlier?.count ?? 0,
    lastDay: term ? lastDayOf(term, settings.changeTermEndDays) : null,
    holdDays: settings.changeHoldDays,
    peerHours: settings.changePeerHours,
    problem: problem ? formatIssue(lang, problem) : null,
  }
}
interface FreeRoom {
  roomId: string
  dormId: string
  dorm: string
  roomNo: string
  roomType: string
  classmates: number
  residents: number
  beds: Array<{ id: string; bedNo: number }>
}
/** Free beds of the right sex without later reservations, rooms with classmates first, then one's own building. */
const beds = handle(bedsForMe, async (ctx, { effectiveDate, dormId }) => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const home = (await homesOf(db, [who.id])).get(who.id)
  if (!home) throw refusalOf(dormChange, 'noStay', { name: who.name })
  const rows = await db.query<FreeRoom>(sql`
    with free as (select b.id, b.bed_no, b.room_id, b.dorm_id, d.full_name as dorm, r.room_no, r.room_type from ${bedWithPlace(db.me.tenantId)}
      where b.is_enabled and b.deleted_at is null and not ${isLockedNow} and ${roomWhy(today())} is null and ${roomGender} = ${who.genderCode} ${dormId ? sql`and b.dorm_id = ${dormId}` : empty}
        and ${isFreeBetween(db, 'change', effectiveDate, null)}),
    lives as (select room_id, count(*)::int as n, (count(*) filter (where class_id = ${who.classId}))::int as mates from dorm_stay
      where tenant_id = ${db.me.tenantId} and state = 'checkedIn' and kind <> 'temporary' and student_id <> ${who.id} and room_id in (select room_id from free) group by 1)
    select f.room_id as "roomId", f.dorm_id as "dormId", f.dorm, f.room_no as "roomNo", f.room_type as "roomType", coalesce(max(l.mates), 0) as classmates, coalesce(max(l.n), 0) as residents,
      jsonb_agg(jsonb_build_object('id', f.id, 'bedNo', f.bed_no) order by f.bed_no) as beds
    from free f left join lives l on l.room_id = f.room_id group by 1, 2, 3, 4, 5
    order by 6 desc, (f.dorm_id = ${home.dormId}) desc, 7 desc, f.dorm, f.room_no limit ${MOST_BEDS}`)
  const prices = await fees(db).prices(db, [home.roomId, ...rows.map(r => r.roomId)])
  const from = home.feePerYear ?? prices.get(home.roomId)
  const perYear = await monthsPerYear(db, effectiveDate)
  return rows.map(r => ({ ...r, feeDiff: feeDifference(from, prices.get(r.roomId), effectiveDate, perYear) }))
})
/** The outcome of an application that is still being written. */
export async function preview({ db }: Ctx, who: StudentOf, { id, ...asked }: InputOf<typeof changeApplication.preview>) {
  const own = id ? await db.unscoped(dormChange).find({ id, studentId: who.id }) : undefined // one's own rows, filtered by student id
  const judged = await validate(db, who, asked, { id: own?.id ?? null, ownStayId: own?.toStayId ?? null, isOverridden: Boolean(own?.overrideReason) })
  const { home, bed, peer, feeDiff, leavesClassRoom, violations } = judged
  return {
    answer: {
      bed: bed?.fullName ?? null,
      peer: peer?.who.name ?? null,
      feeDiff,
      months: monthsLeft(asked.effectiveDate, await monthsPerYear(db, asked.effectiveDate)),
      leavesClassRoom,
    },
    violations,
    row: home && bed ? { ...asked, reason: asked.reason ?? 'other', fromBedId: home.bedId, toBedId: bed.id, toDormId: bed.dormId, leavesClassRoom: false } : null,
  }
}
/** One's own, and swap requests open or accepted; refused ones are hidden. */
export async function listed({ db, me }: Ctx, where: { id?: string }): Promise<Change[]> {
  const studentId = ownStudentId(me)
  const limit = { sort: ['-effectiveDate'], limit: MOST }
  const own = await db.unscoped(dormChange).all({ studentId, ...where }, limit) // one's own rows, filtered by student id
  const asPeer = await db.unscoped(dormChange).all({ peerId: studentId, ...where }, limit) // see above, as swap partner
  return [...own, ...asPeer.filter(r => r.peerConfirmedAt !== null || r.state === 'waitingPeer')].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}
/** The reasons for leaving are shown to approvers only, not to the swap partner. */
const HIDDEN = { reason: null, detail: null, feeDiff: null, proofs: [], instanceId: null, waitsFor: null, waitsSince: null }
/** Computed fields of one's own changes. */
export async function mine({ db, me, lang }: Ctx, rows: readonly Change[]) {
  const places = await bedsOf(
    db,
    rows.flatMap(r => [r.fromBedId, r.toBedId]),
  )
  const people = await studentsOf(db, rows.flatMap(r => [r.studentId, r.peerId ?? '']).filter(Boolean))
  return (row: Change) => {
    const isPeer = row.peerId === me.studentId
    const [from, to] = isPeer ? [row.toBedId, row.fromBedId] : [row.fromBedId, row.toBedId]
    return {
      isPeer,
      fromBed: places.get(from)?.fullName ?? '',
      toBed: places.get(to)?.fullName ?? '',
      other: row.peerId ? (people.get(isPeer ? row.studentId : row.peerId)?.name ?? null) : null,
      problem: readPhrase(lang, row.problem, row.wording?.problem),
      endNote: readPhrase(lang, row.endNote, row.wording?.endNote),
      ...(isPeer ? HIDDEN : { proofs: [...(row.proofs ?? []), ...(row.privateProofs ?? [])] }),
    }
  }
}
/** Whether the swap partner can still answer. */
export const verbsOf = (row: Change, { isPeer = false }: { isPeer?: boolean }, now = Date.now()): string[] =>
  isPeer && row.state === 'waitingPeer' && Date.parse(row.peerUntil ?? '') > now ? ['answer'] : []
export default [
  beds,
  storedPhrase(dormChange, ['problem', 'endNote']),
  compute(dormChange, ['waitsFor', 'waitDays'], async ({ db, lang }, rows) => {
    const cases = await casesOf(
      db,
      'dormChange',
      rows.map(r => r.id),
      lang,
    )
    for (const row of rows) {
      const at = row.state === 'pending' ? cases.get(row.id) : undefined
      const since = at?.waitsSince ?? (row.state === 'waitingPeer' ? row.createdAt : row.state === 'approved' ? row.approvedAt : null)
      row.waitsFor = at?.waitsFor ?? at?.currentNodes ?? null
      row.waitDays = since ? Math.floor((Date.now() - Date.parse(since)) / DAY_MS) : null
    }
  }),
]
