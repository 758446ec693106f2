import type { InputOf, Row } from '#model'
import { calendarOf } from '#modules/campus/server/api.ts'
import { STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { type StudentOf, studentByNo } from '#modules/student/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { monthsPerYear } from '../../charges/server/api.ts'
import { fees } from '../../places/server/api.ts'
import { type BedOf, mayLive, problemsOf } from '../../stays/model/rules.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { bedsOf, openNear, periodIssues } from '../../stays/server/api.ts'
import type { changeApplication } from '../model/application.ts'
import type { dormChange } from '../model/dorm-change.ts'
import { feeDifference } from '../model/fee.ts'
import { dateProblems, isOtherCollege, leavesClass, termOf, termProblems } from '../model/rules.ts'
import { CHANGE_TYPES, changeStates } from '../model/states.ts'
import { changesInTerm, runningOf } from './earlier-changes.ts'
import { type Home, homesOf, roomsOf } from './homes.ts'
import { limitsOf, settingsOf } from './settings.ts'

export type Change = Row<typeof dormChange>
export type Form = InputOf<typeof changeApplication.apply>
export type ChangeInput = Pick<Form, 'type' | 'toBedId' | 'peerNo' | 'peerName' | 'effectiveDate'>
const GENDERS: Readonly<Record<string, string>> = { 1: '男', 2: '女' }

export interface Validation {
  home: Home | undefined
  peer: { who: StudentOf; home: Home } | undefined
  bed: BedOf | undefined
  feeDiff: number | null
  leavesClassRoom: boolean
  isOtherCollege: boolean
  violations: Violation[]
}
export interface Judging {
  /** The row being edited: excluded from the conflict check. */
  id?: string | null
  /** The office overrides the term's rules. */
  isOverridden?: boolean
  /** The application's own hold. */
  ownStayId?: string | null
}
/** Computes the outcome of an application and all violations. */
export async function validate(db: Db, who: StudentOf, asked: ChangeInput, { id = null, isOverridden = false, ownStayId = null }: Judging = {}): Promise<Validation> {
  const home = (await homesOf(db, [who.id])).get(who.id)
  const peer = asked.type === 'swap' ? await peerOf(db, asked) : undefined
  const bedId = asked.type === 'swap' ? peer?.home.bedId : asked.toBedId
  const beds = await bedsOf(
    db,
    [bedId, home?.bedId].flatMap(b => (b ? [b] : [])),
  )
  const bed = bedId ? beds.get(bedId) : undefined
  const outcome = home && bed ? await outcomeOf(db, home, bed, asked.effectiveDate) : { feeDiff: null, leavesClassRoom: false, isOtherCollege: false }
  const people = [who, ...(peer ? [peer.who] : [])]
  const violations: Violation[] = [
    ...personProblems(who, home),
    ...dateProblems({ effectiveDate: asked.effectiveDate, today: today() }, limitsOf(await settingsOf(db))),
    ...(isOverridden ? [] : await timeProblems(db, people, asked.effectiveDate, id)),
    ...(await runningProblems(db, people, id)),
    ...(asked.type === 'swap' ? swapProblems(who, home, peer, asked) : await moveProblems(db, { who, home, bed, asked, ownStayId })),
  ]
  const ownBed = beds.get(home?.bedId ?? '')
  if (peer && bed && ownBed) violations.push(...bedProblems(who, bed), ...bedProblems(peer.who, ownBed))
  return { home, peer, bed, ...outcome, violations }
}
/** Violations of a bed in a swap; the sexes are compared on the people. */
const bedProblems = (who: StudentOf, bed: BedOf): Violation[] =>
  problemsOf(who, bed)
    .filter(p => p.rule !== 'gender' && p.rule !== 'studentGone')
    .map(p => ({ key: p.rule, values: p.values, of: dormStay }))
/** 20-DM5, DM6: effects on fee and class company. */
export async function outcomeOf(db: Db, home: Pick<Home, 'roomId' | 'feePerYear' | 'classId' | 'departmentId' | 'studentId'>, bed: Pick<BedOf, 'roomId'>, effectiveDate: string) {
  const [rooms, prices] = await Promise.all([roomsOf(db, [home.roomId, bed.roomId]), fees(db).prices(db, [home.roomId, bed.roomId])])
  const company = (roomId: string) => (rooms.get(roomId)?.residents ?? []).filter(r => r.studentId !== home.studentId)
  const [from, to] = [company(home.roomId), company(bed.roomId)]
  return {
    feeDiff: feeDifference(home.feePerYear ?? prices.get(home.roomId), prices.get(bed.roomId), effectiveDate, await monthsPerYear(db, effectiveDate)),
    leavesClassRoom: leavesClass({ classId: home.classId, from: from.map(r => r.classId), to: to.map(r => r.classId) }),
    isOtherCollege: isOtherCollege(home.departmentId, { departmentId: rooms.get(bed.roomId)?.departmentId ?? null, residents: to.map(r => r.departmentId) }),
  }
}
/** Requires matching number and name: residents cannot be discovered by trying numbers. */
async function peerOf(db: Db, { peerNo, peerName }: ChangeInput): Promise<Validation['peer']> {
  countTriedNumbers(db.me, peerNo ? 1 : 0)
  const who = peerNo ? await studentByNo(db, peerNo.trim()) : undefined
  if (!who || who.name !== peerName?.trim()) return undefined
  const home = (await homesOf(db, [who.id])).get(who.id)
  return home && { who, home }
}
function personProblems(who: StudentOf, home: Home | undefined): Violation[] {
  if (!mayLive(who.status)) return [{ key: 'studentState', values: { name: who.name, status: STUDENT_STATUS[who.status as StudentStatus] ?? '—' } }]
  if (!who.userId) return [{ key: 'noAccount', values: { name: who.name } }]
  return home ? [] : [{ key: 'noStay', values: { name: who.name } }]
}
async function timeProblems(db: Db, people: readonly StudentOf[], effectiveDate: string, id: string | null): Promise<Violation[]> {
  const term = termOf((await calendarOf(db)).terms, effectiveDate)
  if (!term) return []
  const found = await changesInTerm(
    db,
    people.map(p => p.id),
    term,
    id,
  )
  const earlier = found.map(e => ({ ...e, name: people.find(p => p.id === e.studentId)?.name ?? '' }))
  return termProblems({ effectiveDate, today: today(), term, earlier }, limitsOf(await settingsOf(db)))
}
async function runningProblems(db: Db, people: readonly StudentOf[], id: string | null): Promise<Violation[]> {
  const rows = await runningOf(
    db,
    people.map(p => p.id),
    id,
  )
  return rows.map(r => ({
    key: 'running',
    values: { name: people.find(p => p.id === r.studentId)?.name ?? '', type: CHANGE_TYPES[r.type], changeNo: r.changeNo, state: changeStates.labels[r.state] },
  }))
}
function swapProblems(who: StudentOf, home: Home | undefined, peer: Validation['peer'], { peerNo, peerName }: ChangeInput): Violation[] {
  if (!peerNo || !peerName) return [{ key: 'peerNeeded', field: 'peerNo' }]
  if (!peer) return [{ key: 'peerUnknown', values: { studentNo: peerNo, peer: peerName }, field: 'peerNo' }]
  if (peer.who.id === who.id) return [{ key: 'peerSelf', field: 'peerNo' }]
  if (peer.who.genderCode !== who.genderCode) {
    const [gender, peerGender] = [who, peer.who].map(p => GENDERS[p.genderCode] ?? p.genderCode)
    return [{ key: 'peerGender', values: { name: who.name, gender, peer: peer.who.name, peerGender }, field: 'peerNo' }]
  }
  if (!peer.who.userId) return [{ key: 'noAccount', values: { name: peer.who.name }, field: 'peerNo' }]
  return peer.home.bedId === home?.bedId ? [{ key: 'sameRoomBed', values: { name: who.name, peer: peer.who.name } }] : []
}
interface Moving {
  who: StudentOf
  home: Home | undefined
  bed: BedOf | undefined
  asked: ChangeInput
  ownStayId: string | null
}
async function moveProblems(db: Db, { who, home, bed, asked, ownStayId }: Moving): Promise<Violation[]> {
  if (!asked.toBedId) return [{ key: 'bedNeeded', field: 'toBedId' }]
  if (!bed) return [{ key: 'bedUnknown', field: 'toBedId' }]
  if (bed.id === home?.bedId) return [{ key: 'sameBed', values: { name: who.name, bed: bed.fullName }, field: 'toBedId' }]
  const ofBed = problemsOf(who, bed).map(p => ({ key: p.rule, values: p.values, field: 'toBedId', of: dormStay }))
  const others = (await openNear(db, [{ studentId: who.id, bedId: bed.id }])).filter(o => o.id !== ownStayId)
  const taken = periodIssues(who, bed, { plannedIn: asked.effectiveDate, plannedOut: null, kind: 'change' }, others)
  return [...ofBed, ...taken.map(i => ({ key: i.rule.split('.').at(-1) ?? '', values: { ...i.values }, field: 'toBedId', of: dormStay }))]
}
