import { isUuid } from '#model'
import { isObject } from '#model/objects.ts'

/** Audience of a wave; criteria are combined with AND, none means everybody. */
export interface WaveGroup {
  departmentIds?: string[]
  classIds?: string[]
  grades?: number[]
  genderCode?: string
}
/** A group of a round's students with a window of its own. */
export interface Wave {
  name: string
  opensAt: string
  closesAt: string
  group: WaveGroup
}
interface Window {
  beginTime: string
  endTime: string
}
interface Member {
  departmentId: string | null
  classId: string | null
  grade: number | null
  genderCode: string
}
const MOST = 40
const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every(id => typeof id === 'string' && isUuid(id))
const isMoment = (value: unknown): value is string => typeof value === 'string' && Number.isFinite(Date.parse(value))
function groupOf(given: unknown): WaveGroup | undefined {
  if (given === undefined || given === null) return {}
  if (!isObject(given)) return undefined
  const { departmentIds, classIds, grades, genderCode, ...rest } = given
  const isRight =
    !Object.keys(rest).length &&
    (departmentIds === undefined || isIds(departmentIds)) &&
    (classIds === undefined || isIds(classIds)) &&
    (grades === undefined || (Array.isArray(grades) && grades.every(Number.isInteger))) &&
    (genderCode === undefined || genderCode === '1' || genderCode === '2')
  return isRight ? (Object.fromEntries(Object.entries(given).filter(([, v]) => !Array.isArray(v) || v.length)) as WaveGroup) : undefined
}
/** Parses waves; undefined if invalid. */
export function parseWaves(given: unknown): Wave[] | undefined {
  if (given === null || given === undefined) return []
  if (!Array.isArray(given) || given.length > MOST) return undefined
  const made = given.map(w => {
    const group = isObject(w) ? groupOf(w.group) : undefined
    return isObject(w) && typeof w.name === 'string' && w.name.trim() && w.name.length <= 40 && isMoment(w.opensAt) && isMoment(w.closesAt) && group
      ? { name: w.name.trim(), opensAt: w.opensAt, closesAt: w.closesAt, group }
      : undefined
  })
  return made.every(w => w !== undefined) ? made : undefined
}
/** The first wave outside its round's window, or ending before it begins. */
export const strayWave = (waves: readonly Wave[], { beginTime, endTime }: Window): Wave | undefined =>
  waves.find(w => Date.parse(w.closesAt) <= Date.parse(w.opensAt) || Date.parse(w.opensAt) < Date.parse(beginTime) || Date.parse(w.closesAt) > Date.parse(endTime))
export const isOfWave = ({ group }: Wave, who: Member): boolean =>
  (!group.departmentIds || (who.departmentId !== null && group.departmentIds.includes(who.departmentId))) &&
  (!group.classIds || (who.classId !== null && group.classIds.includes(who.classId))) &&
  (!group.grades || (who.grade !== null && group.grades.includes(who.grade))) &&
  (!group.genderCode || group.genderCode === who.genderCode)

export interface Turn {
  name: string
  opensAt: string
  closesAt: string
  isOpen: boolean
}
/**
 * The student's turn: the open wave, else the next, else the last past one; without waves the whole round. `undefined` if they have none. A later wave for everybody
 * gives those who missed theirs another turn.
 */
export function turnOf(round: Window & { name: string; waves: readonly Wave[] | null }, who: Member, now: number): Turn | undefined {
  const waves = round.waves ?? []
  const own = waves.length ? waves.filter(w => isOfWave(w, who)) : [{ name: round.name, opensAt: round.beginTime, closesAt: round.endTime }]
  const turns = own
    .map(w => ({ name: w.name, opensAt: w.opensAt, closesAt: w.closesAt, isOpen: Date.parse(w.opensAt) <= now && now < Date.parse(w.closesAt) }))
    .sort((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt))
  return turns.find(t => t.isOpen) ?? turns.find(t => Date.parse(t.opensAt) > now) ?? turns.at(-1)
}
