import type { Case } from './types.ts'

export interface Partner {
  id: string
  /** Display name after @; namesakes with their role. */
  name: string
}
/** States of tasks whose assignees may read the case. */
const READS: ReadonlySet<string> = new Set(['todo', 'delegated', 'done', 'skipped'])
/** Participants who can be mentioned, without the reader. */
export function partnersOf(c: Pick<Case, 'applicant' | 'tasks'>, me: string): Partner[] {
  const people = [c.applicant, ...c.tasks.filter(task => READS.has(task.state)).map(task => task.person)].filter(person => person.id !== me)
  const each = [...new Map(people.map(person => [person.id, person])).values()]
  const isTwice = (name: string): boolean => each.filter(person => person.name === name).length > 1
  return each.map(({ id, name, role }, at) => ({ id, name: isTwice(name) ? `${name}（${role ?? at + 1}）` : name }))
}
/** People mentioned in a text. */
export const namedIn = (text: string, partners: readonly Partner[]): string[] => partners.filter(one => text.includes(`@${one.name}`)).map(one => one.id)
