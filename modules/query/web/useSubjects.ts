import type { OutputOf } from '#model'
import { useRead } from '#web/records/useRead.ts'
import { subjects } from '../model/query.ts'

export type Subject = OutputOf<typeof subjects>
export type SubjectField = Subject['fields'][number]
export type Related = Subject['related'][number]

/** Available subjects, by code. */
export function useSubjects() {
  const { data, error, errorUpdatedAt, refetch } = useRead(subjects, {})
  return { subjects: data ?? [], isReady: data !== undefined, error, errorUpdatedAt, refetch }
}
/** Select options of fields, grouped by path. */
export function fieldOptions(fields: readonly SubjectField[], keep: (f: SubjectField) => boolean = () => true) {
  const groups = Map.groupBy(fields.filter(keep), f => f.group)
  return [...groups].map(([label, list]) => ({ label, title: label, options: list.map(f => ({ value: f.path, label: f.label })) }))
}
export const labelOf = (fields: readonly SubjectField[], path: string): string => fields.find(f => f.path === path)?.label ?? path
