import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { figureScopeOf } from '#modules/system/model/policy-figure.ts'
import { figureOn } from '#modules/system/server/api.ts'
import type { Violation } from '#modules/workflow/applications/model/application.ts'
import type { Db } from '#server/context.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { type Item, itemsOf } from '../../items/server/api.ts'
import type { awardStates } from '../model/application-row.ts'
import type { FrozenExclusion, FrozenItem, FrozenLevel } from '../model/batch.ts'
import { settingsOf } from './settings.ts'

/** Another award of the same student that cannot be held with an item. */
export interface Clash {
  id: string
  itemId: string
  item: string
  state: keyof typeof awardStates.labels
  amount: number
  rule: FrozenExclusion['rule']
  isRecord: boolean
}
interface Held {
  studentId: string
  id: string
  itemId: string
  xn: string
  state: Clash['state']
  amount: number
  isRecord: boolean
}
/** What students hold or apply for; rejected and withdrawn cases are gone. */
const heldByAll = (db: Db, studentIds: readonly string[]): Promise<Held[]> =>
  db.query<Held>(sql`select a.student_id as "studentId", a.id, a.item_id as "itemId", b.xn, a.state, coalesce(a.amount, 0)::float8 as amount, false as "isRecord"
      from award_application a join award_batch b on b.tenant_id = a.tenant_id and b.id = a.batch_id
      where a.tenant_id = ${db.me.tenantId} and a.student_id = any(${[...studentIds]}::uuid[]) and a.subject_id = a.student_id
        and a.state in ('pending', 'returned', 'approved', 'nominated', 'publicised', 'review', 'reported')
    union all select r.student_id, r.id, r.item_id, r.xn, 'granted', coalesce(r.amount, 0)::float8, true from award_record r
      where r.tenant_id = ${db.me.tenantId} and r.student_id = any(${[...studentIds]}::uuid[]) and r.state = 'valid' and r.room_id is null`)
const heldBy = async (db: Db, studentId: string, except: string | null): Promise<Held[]> => (await heldByAll(db, [studentId])).filter(h => h.id !== except)
/** 40-A4: exclusions hold both ways, whichever of two items declares them. */
function ruleBetween(item: FrozenItem, other: Item, isSameYear: boolean): FrozenExclusion['rule'] | undefined {
  const back = (other.exclusions ?? []).flatMap(x => (x?.itemId === item.id ? x : []))
  const all = [...item.exclusions.filter(x => x.itemId === other.id), ...back].filter(x => x.within === 'ever' || isSameYear)
  return all.some(x => x.rule === 'forbid') ? 'forbid' : all[0]?.rule
}
export interface ExclusionQuery {
  studentId: string
  xn: string
  except: string | null
}
const clashesAmong = (items: ReadonlyMap<string, Item>, item: FrozenItem, xn: string, all: readonly Held[]): Clash[] =>
  all.flatMap(held => {
    const other = items.get(held.itemId)
    const rule = other && held.itemId !== item.id ? ruleBetween(item, other, held.xn === xn) : undefined
    return other && rule ? [{ ...held, item: other.name, rule }] : []
  })
export async function clashesOf(db: Db, item: FrozenItem, { studentId, xn, except }: ExclusionQuery): Promise<Clash[]> {
  return item.subject === 'student' ? clashesAmong(await db.cached(awardItem), item, xn, await heldBy(db, studentId, except)) : []
}
/** The same for many cases, by the case. */
export async function clashesOfAll(db: Db, item: FrozenItem, xn: string, cases: ReadonlyArray<{ id: string; studentId: string }>): Promise<Map<string, Clash[]>> {
  if (item.subject !== 'student') return new Map()
  const items = await db.cached(awardItem)
  const all = await heldByAll(
    db,
    cases.map(c => c.studentId),
  )
  const byStudent = Map.groupBy(all, h => h.studentId)
  return new Map(
    cases.map(c => [
      c.id,
      clashesAmong(
        items,
        item,
        xn,
        (byStudent.get(c.studentId) ?? []).filter(h => h.id !== c.id),
      ),
    ]),
  )
}
/** What a level is worth to a student of this level of education on the day of the award year (40-P1). */
export async function amountOf(db: Db, level: FrozenLevel, educationLevel: string | null, on: string): Promise<number | null> {
  if (!level.figure) return level.amount
  return (await figureOn(db, level.figure, { scope: figureScopeOf(educationLevel), on })).amount
}
/** 40-A4: the sum of a year, of what was granted and of what is nominated. */
export async function capProblem(db: Db, name: string, { studentId, xn, except }: ExclusionQuery, amount: number): Promise<Violation | undefined> {
  const cap = (await settingsOf(db)).yearlyCap * 100
  if (!cap || !amount) return undefined
  const holding: readonly string[] = ['nominated', 'publicised', 'review', 'reported', 'granted']
  const held = (await heldBy(db, studentId, except)).filter(h => h.xn === xn && holding.includes(h.state))
  const sum = held.reduce((all, h) => all + h.amount, 0)
  return sum + amount > cap ? { key: 'cap', values: { name, sum: yuanText(sum), amount: yuanText(amount), cap: yuanText(cap) } } : undefined
}
export const nameOf = async (db: Db, itemId: string): Promise<string> => (await itemsOf(db, [itemId]))[0]?.name ?? '—'
