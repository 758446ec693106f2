import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Ctx, type Db, handle, rules } from '#server/context.ts'
import { archiveFile, type FileState, fileStates } from '../model/archive-file.ts'
import { archiveMaterial } from '../model/archive-material.ts'
import { fileMaterials } from '../model/file-actions.ts'
import { followMissing } from './missing.ts'
import { logMoves } from './moves.ts'

/** Files that a paper can be put into: open, or not here yet. */
const OPEN: readonly FileState[] = ['notReceived', 'inStore']
const look = (db: Db, fileIds: readonly string[]) => followMissing(db, sql`f.id = any(${[...fileIds]}::uuid[])`)
function notFuture(values: { docDate?: string | null; filedOn?: string | null }): void {
  for (const name of ['docDate', 'filedOn'] as const) {
    const day = values[name]
    if (day && day > today()) throw refusalOf(archiveMaterial, 'future', { label: { text: archiveMaterial.fields[name].label }, day }, name)
  }
}
/** A paper is in the file: a seal that nobody has checked yet does not count any more. */
async function put(db: Db, fileId: string, note: string): Promise<void> {
  await db.updateWhere(archiveFile, { id: fileId }, { sealedOn: null, sealedBy: null })
  await logMoves(db, [fileId], { kind: 'file', note })
}
async function mustBeOpen(db: Db, fileId: string): Promise<void> {
  const file = await db.unscoped(archiveFile).lock(fileId) // of a material in scope
  if (OPEN.includes(file.state)) return
  throw refusalOf(archiveMaterial, 'closed', { name: (await studentOf(db, file.studentId))?.name ?? '', state: { text: fileStates.labels[file.state] } })
}
const file = handle(fileMaterials, async ({ db }, { ids }) => {
  const rows = await db.visible(archiveMaterial).lockAll(ids.flatMap(id => id ?? []))
  for (const { title, filedOn } of rows) if (filedOn) throw refusalOf(archiveMaterial, 'filed', { title, on: filedOn })
  const fileIds = [...new Set(rows.map(r => r.fileId))].sort()
  for (const id of fileIds) await mustBeOpen(db, id)
  await db.updateMany(
    archiveMaterial,
    rows.map(({ id }) => ({ id, filedOn: today() })),
  )
  const titles = Map.groupBy(rows, r => r.fileId)
  for (const [id, of] of titles) await put(db, id, of.map(r => r.title).join('、'))
  await look(db, fileIds)
  return { done: rows.length }
})
export default [
  file,
  rules(archiveMaterial, {
    async add(ctx: Ctx, draft) {
      notFuture(draft)
      const { id, studentId } = await ctx.db.visible(archiveFile).one(draft.fileId ?? '')
      Object.assign(draft, { studentId, source: 'manual' })
      if (draft.filedOn) await mustBeOpen(ctx.db, id)
    },
    async added({ db }, row) {
      if (row.filedOn) await put(db, row.fileId, row.title)
      await look(db, [row.fileId])
    },
    async update({ db }, row, patch) {
      notFuture(patch)
      if (patch.filedOn !== undefined && patch.filedOn !== row.filedOn) await mustBeOpen(db, row.fileId)
    },
    async updated({ db }, before, row) {
      if (row.filedOn && !before.filedOn) await put(db, row.fileId, row.title)
      await look(db, [row.fileId])
    },
    async remove(_ctx, { source, title }) {
      if (source === 'auto') throw refusalOf(archiveMaterial, 'auto', { title })
    },
    removed: ({ db }, row) => look(db, [row.fileId]),
  }),
]
