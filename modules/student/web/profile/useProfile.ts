import { useQueries } from '@tanstack/react-query'
import type { OutputOf } from '#model'
import { readQuery, useRead } from '#web/records/useRead.ts'
import { plainDatetime } from '#web/values/format.ts'
import { profilePart, profileParts } from '../../model/profile.ts'

export type ProfileContent = OutputOf<typeof profilePart>
export interface ProfileSection {
  code: string
  label: string
  isClosed: boolean
  list: string | null
  /** What it says, once it is there. */
  data: ProfileContent | undefined
  error: Error | null
}
export interface ProfileEvent {
  part: string
  label: string
  at: string
  title: string
  note: string | null
  tone: string | null
}
export interface Profile {
  sections: readonly ProfileSection[]
  events: readonly ProfileEvent[]
  isLoading: boolean
}
/** Date in China, `YYYY-MM-DD`, of a timestamp or date. */
export const dayOf = (at: string): string => (at.length > 10 ? plainDatetime(at).slice(0, 10) : at)
const orderOf = (at: string): string => (at.length > 10 ? plainDatetime(at) : at)

/** All modules' sections and events of a student within the reader's permissions; parts load independently. */
export function useProfile(id: string): Profile {
  const { data: parts, error } = useRead(profileParts, { id })
  const reads = useQueries({ queries: (parts ?? []).map(p => ({ ...readQuery(profilePart, { id, part: p.code }), enabled: !p.isClosed })) })
  const sections = (parts ?? []).map((p, at) => ({ ...p, list: p.list ?? null, data: reads[at]?.data, error: reads[at]?.error ?? null }))
  return {
    sections,
    events: sections
      .flatMap(({ code, label, data }) =>
        (data?.happened ?? []).flatMap(h => (h ? [{ part: code, label, at: h.at, title: h.title, note: h.note ?? null, tone: h.tone ?? null }] : [])),
      )
      .sort((a, b) => orderOf(b.at).localeCompare(orderOf(a.at))),
    isLoading: (!parts && !error) || sections.some(s => !s.isClosed && !s.data && !s.error),
  }
}
/** Parts that failed to load. They must be reported: silence would read as "nothing happened" (30-SP3). */
export const failedOf = ({ sections }: Profile): string[] => sections.filter(s => s.error && !s.data).map(s => s.label)
