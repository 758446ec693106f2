import sql, { empty, type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import type { Patch } from '#server/row-types.ts'
import { type ArchiveFile, archiveFile, type FileState, fileStates } from '../model/archive-file.ts'
import { archiveMove, type MoveKind } from '../model/archive-move.ts'

export interface Move {
  kind: MoveKind
  from: readonly FileState[]
  patch: Patch<typeof archiveFile>
  /** Condition beyond the state, on the file `t`. */
  when?: Sql
  /** Where the file is afterwards, where that changes. */
  to?: string | undefined
  note?: string | null | undefined
  dispatchId?: string
  /** Why a file was left out for the condition. */
  refuse?: (file: ArchiveFile, name: string) => Error | undefined
}
/** The same files, each in the reader's scope. */
export async function mustSee(db: Db, given: ReadonlyArray<string | null>): Promise<string[]> {
  const ids = [...new Set(given.flatMap(id => id ?? []))]
  if ((await db.visible(archiveFile).count({ id: ids })) < ids.length) throw notFound()
  return ids
}
export async function elsewhere(db: Db, file: ArchiveFile): Promise<Error> {
  const name = (await studentOf(db, file.studentId))?.name ?? ''
  const at = schoolTimeText(file.holderSince ?? file.createdAt)
  return refusalOf(archiveFile, 'elsewhere', { name, archiveNo: file.archiveNo, state: { text: fileStates.labels[file.state] }, at, holder: file.holder ?? '—' })
}
/** 50-AR4: one conditional update; of two desks with one file the second learns where it is and since when. The ledger has an entry of each. */
export async function moveFiles(db: Db, ids: readonly string[], { kind, from, patch, when, to, note, dispatchId, refuse }: Move): Promise<void> {
  const at = new Date().toISOString()
  const holds = to === undefined ? {} : { holder: to, holderSince: at }
  // in the order of their ids: two desks that move the same files wait for each other, and never in a circle
  await db.unscoped(archiveFile).lockAll(ids) // the caller has checked whose
  const changed = await db.updateWhere(
    archiveFile,
    sql`t.id = any(${[...ids]}::uuid[]) and t.state = any(${[...from]}::text[])${when ? sql` and ${when}` : empty}`,
    { ...holds, ...patch },
    { returning: ['studentId'] },
  )
  if (changed.length < ids.length) {
    const done = new Set(changed.map(c => c.id))
    const file = await db.unscoped(archiveFile).one(ids.find(id => !done.has(id)) ?? '') // one of the caller's
    const name = refuse && from.includes(file.state) ? ((await studentOf(db, file.studentId))?.name ?? '') : ''
    throw (name && refuse?.(file, name)) || (await elsewhere(db, file))
  }
  await logMoves(db, ids, { kind, to, note, dispatchId, at })
}
/** Entries of the ledger alone, for what changes nothing about where a file is. */
export async function logMoves(
  db: Db,
  ids: readonly string[],
  { kind, to, note, dispatchId, at = new Date().toISOString() }: Pick<Move, 'kind' | 'to' | 'note'> & { dispatchId?: string | undefined; at?: string },
): Promise<void> {
  const before = sql`(select m.to_holder from archive_move m where m.tenant_id = f.tenant_id and m.file_id = f.id and m.to_holder is not null order by m.at desc, m.id desc limit 1)`
  await db.insertFrom(
    archiveMove,
    { fileId: sql`f.id`, studentId: sql`f.student_id`, kind, at, fromHolder: before, toHolder: to ?? null, note: note?.slice(0, 200) ?? null, dispatchId: dispatchId ?? null },
    sql`archive_file f where f.tenant_id = ${db.me.tenantId} and f.id = any(${[...ids]}::uuid[])`,
    { history: false },
  )
}
