import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { type ArchiveDispatch, CARRIERS } from '../model/archive-dispatch.ts'
import { type ArchiveFile, archiveFile } from '../model/archive-file.ts'
import { archiveMaterialKind } from '../model/dictionaries.ts'
import { ARCHIVE_MESSAGES } from '../model/messages.ts'

export const aboutFile: MessageAbout<ArchiveFile> = { bizType: archiveFile.name, link: () => '/archive/mine', values: ({ archiveNo }) => ({ archiveNo }) }
/** Tells students that their file has come, or what it lacks. */
export async function tell(db: Db, event: 'received' | 'missing', files: readonly ArchiveFile[]): Promise<void> {
  const label = await labelsOf(db, archiveMaterialKind)
  const people = await withStudents(db, files)
  await notifyAbout(
    db,
    ARCHIVE_MESSAGES[event],
    aboutFile,
    people.map(({ row, who }) => {
      const kinds = firstOf(
        (row.missingKinds ?? []).flatMap(k => (k ? [label(k)] : [])),
        12,
      )
      const lacks = event === 'missing' ? kinds : row.missingKinds?.length ? { text: '还缺少：{kinds}。', values: { kinds } } : ''
      return { row, who, more: { lacks } }
    }),
  )
}
/** Their file is on its way: with the numbers to ask by. */
export async function tellSent(db: Db, { carrier, recipientUnit: unit, letterNo, trackingNo }: ArchiveDispatch, files: readonly ArchiveFile[]): Promise<void> {
  const people = await withStudents(db, files)
  const more = { carrier: { text: CARRIERS[carrier] }, unit, letterNo, trackingNo: trackingNo ?? '—' }
  await notifyAbout(
    db,
    ARCHIVE_MESSAGES.sent,
    aboutFile,
    people.map(({ row, who }) => ({ row, who, more })),
  )
}
/** It has arrived, or it came back. */
export async function tellEnd(db: Db, event: 'delivered' | 'returned', { recipientUnit: unit, reason }: ArchiveDispatch, files: readonly ArchiveFile[]): Promise<void> {
  const people = await withStudents(db, files)
  await notifyAbout(
    db,
    ARCHIVE_MESSAGES[event],
    aboutFile,
    people.map(({ row, who }) => ({ row, who, more: { unit, ...(event === 'returned' ? { reason: reason ?? '' } : {}) } })),
  )
}
