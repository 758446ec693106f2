import { useQueries } from '@tanstack/react-query'
import { readQuery, useRead } from '#web/records/useRead.ts'
import { plainDatetime } from '#web/values/format.ts'
import { profilePart, profileParts } from '../../model/profile.ts'

interface Marked {
  part: string
  label: string
  title: string
  at: string | null
}
export interface ProfileEvent extends Marked {
  at: string
  note: string | null
  tone: string | null
}
export interface ProfileNotable extends Marked {
  link: string | null
}
export interface Profile {
  parts: ReadonlyArray<{ code: string; label: string }>
  events: readonly ProfileEvent[]
  notable: readonly ProfileNotable[]
  /** Parts that failed to load. They must be reported: silence would read as "nothing happened" (30-SP3). */
  failed: readonly string[]
  isLoading: boolean
}
/** Date in China, `YYYY-MM-DD`, of a timestamp or date. */
export const dayOf = (at: string): string => (at.length > 10 ? plainDatetime(at).slice(0, 10) : at)
const orderOf = (at: string): string => (at.length > 10 ? plainDatetime(at) : at)

/** All modules' data on a student within the reader's permissions; parts load independently. `onlyHints` skips the timeline. */
export function useProfile(id: string, { onlyHints = false } = {}): Profile {
  const { data: all, error } = useRead(profileParts, { id })
  const parts = all?.filter(p => p.hasHints || !onlyHints)
  const reads = useQueries({ queries: (parts ?? []).map(p => readQuery(profilePart, { id, part: p.code, ...(onlyHints ? { onlyHints } : {}) })) })
  const known = (parts ?? []).map((p, at) => ({ ...p, read: reads[at] }))
  const flat = known.flatMap(p => (p.read?.data ? [{ part: p.code, label: p.label, data: p.read.data }] : []))
  return {
    parts: known.map(({ code, label }) => ({ code, label })),
    events: flat
      .flatMap(({ part, label, data }) => data.happened.flatMap(h => (h ? [{ part, label, at: h.at, title: h.title, note: h.note ?? null, tone: h.tone ?? null }] : [])))
      .sort((a, b) => orderOf(b.at).localeCompare(orderOf(a.at))),
    notable: flat.flatMap(({ part, label, data }) => data.notable.flatMap(n => (n ? [{ part, label, title: n.title, at: n.at ?? null, link: n.link ?? null }] : []))),
    failed: known.filter(p => p.read?.error && !p.read.data).map(p => p.label),
    isLoading: (!parts && !error) || reads.some(r => r.isPending),
  }
}
