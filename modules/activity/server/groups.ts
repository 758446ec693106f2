import sql from 'sql-template-tag'
import type { Phrase } from '#model'
import { genderCode } from '#model/national.ts'
import { department } from '#modules/campus/model/organisation.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import type { Activity } from '../model/activity.ts'
import { TOOK_SEATS } from '../model/enrolment.ts'
import { roomFor, type Seats, type Split, sharesOf, sumOf } from '../model/split.ts'

type Called = string | Phrase
type Departments = ReadonlyMap<string, { name: string; parentId: string | null }>
/** A department and those above it. */
export function upwards(departments: Departments, id: string | null): string[] {
  const path: string[] = []
  for (let at = id; at && !path.includes(at); at = departments.get(at)?.parentId ?? null) path.push(at)
  return path
}
type Of = Pick<StudentOf, 'departmentId' | 'grade' | 'genderCode'>
/** The group of a student among those an activity keeps seats for; null is none of them. */
export async function groupOf(db: Db, { splitBy, quotaSplit }: Pick<Activity, 'splitBy' | 'quotaSplit'>, who: Of): Promise<string | null> {
  if (!splitBy) return null
  const keys = new Set(sharesOf(quotaSplit).map(s => s.key))
  const own: Record<Split, () => Promise<string[]>> = {
    college: async () => upwards(await db.cached(department), who.departmentId),
    grade: async () => [String(who.grade ?? '')],
    gender: async () => [who.genderCode],
  }
  return (await own[splitBy]()).find(key => keys.has(key)) ?? null
}
const GENDERS = new Map(genderCode.items.map(i => [i.key, i.value]))
/** What a group is called; undefined where there is none of that key. */
export async function groupName(db: Db, by: Split, key: string): Promise<Called | undefined> {
  if (by === 'college') return (await db.cached(department)).get(key)?.name
  if (by === 'grade') return /^(19|20)\d\d$/.test(key) ? { text: '{n} 级', values: { n: key } } : undefined
  const label = GENDERS.get(key)
  return label === undefined ? undefined : { text: label }
}
export const OTHERS: Called = { text: '其他同学' }
export const nameOfGroup = async (db: Db, { splitBy }: Pick<Activity, 'splitBy'>, key: string | null): Promise<Called> =>
  (splitBy && key !== null ? await groupName(db, splitBy, key) : undefined) ?? OTHERS
/** The groups of an activity in the language of the reader; the last is whoever is in none. */
export async function sharesSaid(
  { db, lang }: Pick<Ctx, 'db' | 'lang'>,
  of: Pick<Activity, 'splitBy' | 'quotaSplit' | 'quota'>,
): Promise<Array<{ key: string | null; name: string; seats: number }>> {
  if (!of.splitBy) return []
  const keys = [...sharesOf(of.quotaSplit).map(s => s.key), null]
  return Promise.all(keys.map(async key => ({ key, name: formatWording(lang, await nameOfGroup(db, of, key)), seats: keptFor(of, key) })))
}
/** Whether what groups did not use is for everybody: after the draw, or by the clock. */
export const isSplitOver = ({ splitBy, splitUntil, drawnAt }: Activity, now = Date.now()): boolean => !splitBy || drawnAt !== null || now >= Date.parse(splitUntil ?? '')
export interface Group {
  key: string | null
  held: number
  waiting: number
  applied: number
}
/** Who is in each group of these activities. */
export async function groupsIn(db: Db, activityIds: readonly string[]): Promise<(id: string) => Group[]> {
  const found = activityIds.length
    ? await db.query<
        Group & { id: string }
      >(sql`select activity_id as id, split_key as key, count(*) filter (where state = any(${['offered', ...TOOK_SEATS]}::text[]))::int as held,
        count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'applied')::int as applied
      from activity_enrolment where tenant_id = ${db.me.tenantId} and activity_id = any(${[...activityIds]}::uuid[]) group by 1, 2`)
    : []
  const of = Map.groupBy(found, f => f.id)
  return id => of.get(id) ?? []
}
/** Who is in each group of this activity. */
export const groupsOf = async (db: Db, { id }: Pick<Activity, 'id'>): Promise<Group[]> => (await groupsIn(db, [id]))(id)
export const seatsOf = (of: Activity, groups: readonly Group[], isOver = isSplitOver(of)): Seats => ({
  ...{ quota: of.quota ?? 0, shares: sharesOf(of.quotaSplit), isOver },
  held: new Map(groups.map(g => [g.key, g.held])),
})
/** Seats kept for one group, or for none of them. */
export function keptFor({ quota, quotaSplit }: Pick<Activity, 'quota' | 'quotaSplit'>, key: string | null): number {
  const shares = sharesOf(quotaSplit)
  return key === null ? (quota ?? 0) - sumOf(shares) : (shares.find(s => s.key === key)?.seats ?? 0)
}
export interface Place {
  /** Null is without a limit. */
  room: number | null
  waiting: number
}
/** Seats that somebody of a group can have, and how many wait in it. */
export function placeIn(of: Activity, groups: readonly Group[], key: string | null): Place {
  const waiting = groups.find(g => g.key === key)?.waiting ?? 0
  return { room: of.quota === null ? null : roomFor(key, seatsOf(of, groups)), waiting }
}
