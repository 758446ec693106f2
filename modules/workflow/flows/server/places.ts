import type { Row } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { type holderOf, holdersOn } from '#modules/campus/server/api.ts'
import { role } from '#modules/system/model/role.ts'
import type { Db } from '#server/context.ts'
import { POSITIONS } from '../model/parameters.ts'
import type { Account, Accounts, Needs } from './accounts.ts'
import { settingsOf } from './settings.ts'

/** School data used to find approvers, all cached. */
export interface School {
  departments: ReadonlyMap<string, Row<typeof department>>
  held: Parameters<typeof holderOf>[0]
  /** Role code → label. */
  roleNames: ReadonlyMap<string, string>
  /** Position → account ids configured by the school. */
  positions: ReadonlyMap<string, readonly string[]>
}
export async function schoolOf(db: Db): Promise<School> {
  const [departments, held, roles, settings] = await Promise.all([db.cached(department), holdersOn(db), db.cached(role), settingsOf(db)])
  const ids = (value: string): string[] => value.split(/[,，\s]+/).filter(Boolean)
  return {
    departments,
    held,
    roleNames: new Map([...roles.values()].map(r => [r.code, r.name])),
    positions: new Map((Object.keys(POSITIONS) as Array<keyof typeof POSITIONS>).map(p => [p, ids(settings[`position.${p}`])])),
  }
}
/** A department and its ancestors up to the school. */
export function lineUp({ departments }: School, from: string | null): string[] {
  const line: string[] = []
  for (let id = from; id && departments.has(id) && !line.includes(id); id = departments.get(id)?.parentId ?? null) line.push(id)
  return line
}
/** Role holders at the lowest level of the line that has any, and that level. */
export function nearestHolders(accounts: Accounts, code: string, line: readonly string[], from = 0, without?: string): { level: number; people: readonly Account[] } {
  const holders = (accounts.byRole.get(code) ?? []).filter(a => a.id !== without)
  for (let level = from; level < line.length; level++) {
    const people = holders.filter(a => a.departmentId === line[level])
    if (people.length) return { level, people }
  }
  return { level: line.length, people: [] }
}
const headIds = (school: School, departmentId: string | undefined): string[] => {
  const of = school.departments.get(departmentId ?? '')
  return [of?.leaderId, of?.studentAffairsLeadId].filter(id => id !== null && id !== undefined)
}
/** Head of a department: its leader, or the leader of student work if the leader has no account. */
export const headOf = (school: School, accounts: Accounts, departmentId: string | undefined, without?: string): Account | undefined =>
  headIds(school, departmentId)
    .map(id => accounts.byTeacher.get(id))
    .find(a => a && a.id !== without)
/** The nearest head up the line other than this person. */
export const headAbove = (school: School, accounts: Accounts, line: readonly string[], without: string): Account | undefined =>
  line.map(id => headOf(school, accounts, id, without)).find(Boolean)
export function needHeads(school: School, line: readonly string[], needs: Needs): void {
  for (const id of line.flatMap(departmentId => headIds(school, departmentId))) needs.teacherIds.add(id)
}
