import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { calendarOf, schoolDayAfter } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { type Activity, activity, type form as FIELDS } from '../model/activity.ts'
import { linesOf } from '../model/budget.ts'
import { SPLITS, sharesOf, sumOf } from '../model/split.ts'
import { VOLUNTEER } from '../model/volunteer.ts'
import { groupName, upwards } from './groups.ts'
import { settingsOf } from './settings.ts'

const refuse = (key: string, values: Record<string, unknown> = {}, field?: string): never => {
  throw refusalOf(activity, key, values, field)
}
/** What is judged of a proposal. */
export type Asked = Pick<Activity, keyof typeof FIELDS | 'organiserType'>
/** Enrolment before the beginning, the beginning before the end. */
export function mustBeInOrder({ startAt, endAt, enrolFrom, enrolTo, cancelUntil, splitUntil }: Asked): void {
  const [start, end] = [schoolTimeText(startAt), schoolTimeText(endAt)]
  const [from, to] = [schoolTimeText(enrolFrom), schoolTimeText(enrolTo)]
  if (Date.parse(endAt) <= Date.parse(startAt)) refuse('order', { start, end }, 'endAt')
  if (Date.parse(enrolTo) <= Date.parse(enrolFrom)) refuse('enrolOrder', { from, to }, 'enrolTo')
  if (Date.parse(enrolTo) > Date.parse(startAt)) refuse('enrolLate', { to, start }, 'enrolTo')
  if (splitUntil && (Date.parse(splitUntil) > Date.parse(startAt) || Date.parse(splitUntil) <= Date.parse(enrolFrom)))
    refuse('splitTime', { until: schoolTimeText(splitUntil), from, start }, 'splitUntil')
  if (cancelUntil && Date.parse(cancelUntil) > Date.parse(startAt)) refuse('cancelLate', { until: schoolTimeText(cancelUntil), start }, 'cancelUntil')
}
/** A venue, which is asked when it is booked, or a place in words. */
export function mustHavePlace({ venueId, place, online }: Pick<Asked, 'venueId' | 'place' | 'online'>): void {
  if (!venueId && !place?.trim() && !online) refuse('noPlace', {}, 'place')
}
/** Something is earned, and no more than the time allows. */
export function mustEarn({ hours, points, labourHours, signRule, startAt, endAt, category }: Asked): void {
  if (!hours && !points && !labourHours) refuse('nothing', {}, 'hours')
  // 60-AT12: time of service is measured
  if (category === VOLUNTEER && signRule !== 'inOut') refuse('volunteerTime', {}, 'signRule')
  if (!Number.isInteger(hours * 2)) refuse('halves', { hours }, 'hours')
  const most = Math.floor(((Date.parse(endAt) - Date.parse(startAt)) / HOUR_MS) * 2) / 2
  if (signRule === 'inOut' && hours > most) refuse('inOutHours', { hours, most }, 'hours')
}
/** 60-AT1: enough days ahead, more of them where there is a plan for safety or somebody from outside. */
export async function mustBeInTime(db: Db, { quota, risks, riskPlan, guests, startAt }: Pick<Asked, 'quota' | 'risks' | 'riskPlan' | 'guests' | 'startAt'>): Promise<void> {
  const { leadDays, leadDaysRisky, planFrom } = await settingsOf(db)
  const isRisky = (quota ?? 0) >= planFrom || Boolean(risks?.length)
  if (isRisky && !riskPlan?.length) refuse('planMissing', { from: planFrom }, 'riskPlan')
  const days = riskPlan?.length || guests ? leadDaysRisky : leadDays
  const earliest = days ? schoolDayAfter(await calendarOf(db), today(), days) : today()
  if (schoolDate(startAt) < earliest) refuse('tooSoon', { days, earliest }, 'startAt')
}
/** All that must hold when it is submitted, and again on each resubmission. */
export async function mustHold(db: Db, row: Asked): Promise<void> {
  mustBeInOrder(row)
  mustHavePlace(row)
  if (row.enrolWay === 'lottery' && row.quota === null) refuse('lotteryQuota', {}, 'quota')
  mustEarn(row)
  if (row.membersOnly && row.organiserType !== 'society') refuse('membersOf', {}, 'membersOnly')
  if (row.organiserType !== 'society' && linesOf(row.budget).some(l => l.source === 'society')) refuse('fundOf', {}, 'budget')
  await mustShareOut(db, row)
  await mustBeInTime(db, row)
}
/** 60-AT3: groups that exist and that it is for, each once, within the quota. */
export async function mustShareOut(db: Db, { splitBy: by, quotaSplit, quota, collegeIds, grades }: Asked): Promise<void> {
  if (!by) return
  const shares = sharesOf(quotaSplit)
  if (quota === null) return refuse('splitQuota', {}, 'quota')
  if (!shares.length) refuse('splitEmpty', { by: { text: SPLITS[by] } }, 'quotaSplit')
  const [departments, seen] = [await db.cached(department), new Set<string>()]
  const meant = { college: (collegeIds ?? []).flatMap(c => c ?? []), grade: (grades ?? []).flatMap(g => (g ? [String(g)] : [])), gender: [] as string[] }[by]
  for (const { key } of shares) {
    const group = await groupName(db, by, key)
    if (!group) return refuse('splitUnknown', { key, by: { text: SPLITS[by] } }, 'quotaSplit')
    if (seen.has(key)) refuse('splitTwice', { group }, 'quotaSplit')
    if (meant.length && !(by === 'college' ? upwards(departments, key) : [key]).some(k => meant.includes(k))) refuse('splitOutside', { group }, 'quotaSplit')
    seen.add(key)
  }
  if (sumOf(shares) > quota) refuse('splitOver', { sum: sumOf(shares), quota }, 'quotaSplit')
}
