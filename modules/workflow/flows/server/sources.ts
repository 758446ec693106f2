import { type Approver, type ApproverSource, RELATIONS, type Relation } from '#flow/index.ts'
import { isUuid } from '#model'
import { holderOf } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { POSITIONS } from '../model/parameters.ts'
import type { Account, Accounts, Needs } from './accounts.ts'
import { headAbove, headOf, lineUp, nearestHolders, needHeads, type School } from './places.ts'
import { related, type Who } from './relations.ts'

/** Reads the result from the loaded accounts. */
export type Answer = (accounts: Accounts) => Approver[]
/** Query of a source: one step of one or several applications. */
export interface Asking {
  db: Db
  school: School
  whos: readonly Who[]
  /** Approvers chosen for this step. */
  chosen?: readonly string[]
  /** Approvers of the previous step. */
  previous?: Answer | readonly string[]
}
const found = (accounts: ReadonlyArray<Account | undefined>, role: string): Approver[] => accounts.filter(a => a !== undefined).map(a => ({ userId: a.id, role }))
const byIds = (ids: Iterable<string>, role: string, needs: Needs): Answer => {
  const wanted = [...ids].filter(isUuid)
  for (const id of wanted) needs.userIds.add(id)
  return accounts =>
    found(
      wanted.map(id => accounts.byId.get(id)),
      role,
    )
}
/** Adds what the source needs to `needs` and returns readers of its people, one per application. */
export async function plan(asking: Asking, source: ApproverSource, needs: Needs): Promise<Answer[]> {
  if (source.by === 'relation') return planRelation(asking, source.relation, needs)
  return asking.whos.map(who => planFor(asking, source, who, needs))
}
function planFor({ school, chosen = [], previous = [] }: Asking, source: Exclude<ApproverSource, { by: 'relation' }>, who: Who, needs: Needs): Answer {
  switch (source.by) {
    case 'people':
      return byIds(source.userIds, '指定人员', needs)
    case 'position':
      return byIds(school.positions.get(source.position) ?? [], labelOf(POSITIONS, source.position), needs)
    case 'role':
      return planRole(school, source.role, source.inDepartment ? lineUp(school, who.departmentId) : undefined, needs)
    case 'head': {
      const departmentId = lineUp(school, who.departmentId)[source.levelsUp]
      if (departmentId) needHeads(school, [departmentId], needs)
      return accounts => found([headOf(school, accounts, departmentId)], `${school.departments.get(departmentId ?? '')?.name ?? '部门'}负责人`)
    }
    case 'field':
      return planField(who.row[source.field], needs)
    case 'chosen':
      return planChosen(source, chosen, needs)
    case 'previous':
      return typeof previous === 'function' ? previous : byIds(previous, '上一步审批人', needs)
    case 'applicant':
      return byIds([who.applicantId], '申请人', needs)
  }
}
const labelOf = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key

function planRole(school: School, code: string, line: readonly string[] | undefined, needs: Needs): Answer {
  needs.role(code, line)
  const name = school.roleNames.get(code) ?? code
  return accounts => found(line ? nearestHolders(accounts, code, line).people : (accounts.byRole.get(code) ?? []), name)
}
/** A person field of the form refers to an account, a staff member or a student. */
function planField(value: unknown, needs: Needs): Answer {
  const ids = [value].flat().filter((id): id is string => typeof id === 'string' && isUuid(id))
  for (const id of ids) {
    needs.userIds.add(id)
    needs.teacherIds.add(id)
    needs.studentIds.add(id)
  }
  return accounts =>
    found(
      ids.map(id => accounts.byId.get(id) ?? accounts.byTeacher.get(id) ?? accounts.byStudent.get(id)),
      '表单指定',
    )
}
function planChosen(source: Extract<ApproverSource, { by: 'chosen' }>, chosen: readonly string[], needs: Needs): Answer {
  const roles = source.roles ?? []
  for (const code of roles) needs.role(code)
  const all = byIds(chosen, source.chooser === 'applicant' ? '申请人选择' : '上一步选择', needs)
  if (!source.userIds?.length && !roles.length) return all
  const isOffered = (accounts: Accounts, id: string): boolean => source.userIds?.includes(id) || roles.some(code => accounts.byRole.get(code)?.some(a => a.id === id))
  return accounts => all(accounts).filter(f => isOffered(accounts, f.userId))
}
async function planRelation({ db, school, whos }: Asking, relation: Relation, needs: Needs): Promise<Answer[]> {
  const label = RELATIONS[relation]
  if (relation === 'college') return whos.map(who => planRole(school, 'college', lineUp(school, who.departmentId), needs)).map(answer => accounts => named(answer(accounts), label))
  if (relation === 'fdy' || relation === 'bzr') return whos.map(who => planClassStaff(school, relation, who, needs))
  return (await related(db, relation, whos)).map(ids => byIds(ids, label, needs))
}
const named = (people: readonly Approver[], role: string): Approver[] => people.map(p => ({ ...p, role }))
/** The primary counsellor or the head teacher of the class, as they are today. */
function planClassStaff(school: School, relation: 'fdy' | 'bzr', who: Who, needs: Needs): Answer {
  const teacherId = who.classId && holderOf(school.held, who.classId, relation)?.teacherId
  if (!teacherId) return () => []
  needs.teacherIds.add(teacherId)
  return accounts => found([accounts.byTeacher.get(teacherId)], RELATIONS[relation])
}

const isScoped = (source: ApproverSource): boolean => (source.by === 'relation' && source.relation === 'college') || (source.by === 'role' && source.inDepartment === true)
/**
 * Superiors of a source's people, for a step without anybody (one department up) and for the applicant's own step: for counsellors and the like the managers of the
 * college, for managers those one department up; else the next head up the line. Never the applicant.
 */
export function planSuperiors({ school }: Asking, source: ApproverSource, who: Who, needs: Needs): Answer {
  const line = lineUp(school, who.departmentId)
  const heads = source.by === 'head' ? line.slice(source.levelsUp + 1) : line
  needHeads(school, heads, needs)
  const code = source.by === 'role' && source.inDepartment ? source.role : source.by === 'relation' ? 'college' : undefined
  if (code) needs.role(code, line)
  return accounts => {
    const own = code && isScoped(source) ? nearestHolders(accounts, code, line).level + 1 : 0
    const above = code ? nearestHolders(accounts, code, line, own, who.applicantId).people : []
    if (above.length) return found(above, code === 'college' ? RELATIONS.college : (school.roleNames.get(code ?? '') ?? '上一级'))
    return found([headAbove(school, accounts, heads, who.applicantId)], '部门负责人')
  }
}
