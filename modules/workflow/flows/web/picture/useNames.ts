import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApproverSource, Fact, FlowGraph } from '#flow/index.ts'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { useRefItems } from '#web/inputs/RefSelect.tsx'
import type { Shown } from '#web/records/columns.ts'
import { useCan } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { processDef } from '../../model/process.ts'
import type { Names } from '../public/labels.ts'

/** Names the server sends along with the graph. */
export interface NameSources {
  facts: readonly Fact[]
  form: ReadonlyArray<{ name: string; label: string }>
  positions: Readonly<Record<string, string>>
  autos: Readonly<Record<string, string>>
}
const sourcesOf = (graph: FlowGraph): ApproverSource[] => graph.nodes.flatMap(node => ('approvers' in node ? [node.approvers] : []))
const namedIn = (graph: FlowGraph): string[] => [
  ...new Set([
    ...sourcesOf(graph).flatMap(source => ('userIds' in source ? (source.userIds ?? []) : [])),
    ...graph.nodes.flatMap(node => ('timeout' in node ? (node.timeout?.marks ?? []).flatMap(mark => mark.toUserId ?? []) : [])),
  ]),
]
/** Role names by code; only built-in ones for users who cannot list roles. */
export function useRoleNames(): ReadonlyMap<string, string> {
  const { data } = useRefItems('role', { size: '200' }, useCan('system:role:list'))
  return useMemo(() => new Map(data ? data.map(r => [String(r.code), t(r.label)]) : BUILT_IN_ROLES.map(r => [r.code, t(r.name)])), [data])
}
/** All flows of the school (tens). */
export const useFlows = (enabled = true) =>
  useQuery({
    queryKey: [...entityKey(processDef), 'all', language()],
    queryFn: async ({ signal }) => (await get<PageOf<Shown<typeof processDef>>>(address(processDef, 'list'), { size: 200 }, { signal, quiet: true })).result,
    meta: { inPlace: true },
    enabled,
  })
/** Names of people, roles, fields and flows used in a graph. */
export function useNames(graph: FlowGraph, known: NameSources): Names {
  const ids = useMemo(() => namedIn(graph).join(','), [graph])
  const people = useRefItems('user', { 'id.in': ids, size: '200' }, ids !== '')
  const flows = useFlows(graph.nodes.some(node => node.type === 'sub'))
  const roles = useRoleNames()
  return useMemo(
    () => ({
      people: new Map((people.data ?? []).map(item => [item.id, item.label])),
      roles,
      positions: known.positions,
      autos: known.autos,
      fields: new Map(known.form.map(field => [field.name, field.label])),
      flows: new Map((flows.data ?? []).map(def => [def.code, def.name])),
      facts: known.facts,
    }),
    [people.data, roles, flows.data, known],
  )
}
