import type { ReactNode } from 'react'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { findClubs } from '../../model/club-actions.ts'

/** 30-AB2: a line for each club whose officer the reader is. */
export function LedClubs({ children }: { children: (club: { id: string; name: string }) => ReactNode }) {
  const { data } = useRead(findClubs, { isMine: true })
  return data?.clubs.flatMap(club => (club?.isOfficer ? [<Row key={club.id}>{children(club)}</Row>] : []))
}
