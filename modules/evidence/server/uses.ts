import type { Row, Wording } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import type { Db } from '#server/context.ts'
import { openTodos } from '#server/notifications/todos.ts'
import type { evidence } from '../model/evidence.ts'

/** A locked result that was made of an entry. */
export interface LockedResult {
  evidenceId: string
  /** Accounts that answer for the result. */
  ownerIds: readonly string[]
  /** What it is: 2025-2026 学年综合测评. */
  what: Wording
  link: string
}
/** A module whose results are made of evidence. */
export interface EvidenceUse extends Registration {
  kind: 'evidenceUse'
  code: string
  /** Results that are locked and were made of one of these entries. */
  locked(db: Db, evidenceIds: readonly string[]): Promise<readonly LockedResult[]>
}
export const evidenceUses = extensionPoint<EvidenceUse>('evidenceUse', { id: u => u.code })
/** Declares where evidence counts; default export of a server file. */
export const evidenceUse = (given: Omit<EvidenceUse, 'kind'>): EvidenceUse => evidenceUses.make(given)
export const CORRECTION = 'evidenceCorrection'

/** 50-EV5: a locked result stays as it is; whoever answers for it gets a to-do for each entry. */
export async function askForCorrections(db: Db, entries: ReadonlyArray<Pick<Row<typeof evidence>, 'id' | 'title'>>): Promise<void> {
  const titles = new Map(entries.map(e => [e.id, e.title]))
  for (const use of db.registered(evidenceUses)) {
    const locked = await use.locked(db, [...titles.keys()])
    const drafts = locked.flatMap(({ evidenceId, ownerIds, what, link }) =>
      ownerIds.map(userId => ({
        ...{ userId, kind: 'task' as const, bizType: CORRECTION, bizId: `${use.code} ${evidenceId}`, link },
        title: { text: '“{title}”已冲销，{what}要不要更正', values: { title: titles.get(evidenceId) ?? '', what } },
      })),
    )
    await openTodos(db, drafts)
  }
}
