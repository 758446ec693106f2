import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { type ArchiveFile, archiveFile, fileStates } from '../model/archive-file.ts'
import { receiveFile, remindMissing } from '../model/file-actions.ts'
import { filesOf } from './files.ts'
import { placeName } from './locations.ts'
import { moveFiles, mustSee } from './moves.ts'
import { tell } from './notify.ts'

/** The file that a scanned number means: its own, or that of its student or candidate, who may have none yet. */
async function meant(db: Db, code: string): Promise<ArchiveFile | undefined> {
  const files = db.visibleFor(archiveFile, receiveFile.permission)
  const known = await files.find({ archiveNo: code })
  if (known) return known
  const [who] = await db.query<{ id: string }>(
    sql`select id from student where tenant_id = ${db.me.tenantId} and deleted_at is null and (student_no = ${code} or ksh = ${code}) order by student_no = ${code} desc nulls last limit 1`,
  )
  const id = who && (await filesOf(db, [who.id])).get(who.id)
  return id ? files.find({ id }) : undefined
}
async function mustBeFree(db: Db, archiveNo: string, own: string): Promise<void> {
  const other = await db.unscoped(archiveFile).find({ archiveNo }) // whose it is, for whoever receives files
  if (!other || other.id === own) return
  const who = await studentOf(db, other.studentId)
  throw refusalOf(archiveFile, 'taken', { archiveNo, name: who?.name ?? '', studentNo: who?.studentNo ?? '—' }, 'archiveNo')
}
const receive = handle(receiveFile, async ({ db, me }, { code, locationId, receiveMethod, receivedFrom, archiveNo, custodianId }) => {
  const file = await meant(db, code.trim())
  if (!file) throw refusalOf(archiveFile, 'unknown', { code: code.trim() }, 'code')
  const keeper = custodianId ?? me.teacherId
  if (!keeper) throw refusalOf(archiveFile, 'noCustodian', {}, 'custodianId')
  const no = archiveNo?.trim() || file.archiveNo
  await mustBeFree(db, no, file.id)
  await moveFiles(db, [file.id], {
    ...{ kind: 'receive', from: fileStates.verbs.receive, to: await placeName(db, locationId), note: receivedFrom },
    patch: { state: 'inStore', archiveNo: no, locationId, receivedOn: today(), receivedFrom: receivedFrom ?? null, receiveMethod, custodianId: keeper },
  })
  const after = await db.unscoped(archiveFile).one(file.id) // received just now
  const who = await studentOf(db, file.studentId)
  await tell(db, 'received', [after])
  return { name: who?.name ?? '', studentNo: who?.studentNo ?? null, className: who?.className ?? null, archiveNo: no, missing: after.missingKinds?.flatMap(k => k ?? []) ?? [] }
})
/** 50-AR5: who lacks papers is told which, once a day. */
const remind = handle(remindMissing, async ({ db }, { ids }) => {
  const files = await db.unscoped(archiveFile).lockAll(await mustSee(db, ids)) // seen in scope
  for (const file of files) {
    const key = file.missingKinds?.length ? (file.remindedOn === today() ? 'remindedToday' : undefined) : 'complete'
    if (key) throw refusalOf(archiveFile, key, { name: (await studentOf(db, file.studentId))?.name ?? '' })
  }
  await db.updateMany(
    archiveFile,
    files.map(({ id }) => ({ id, remindedOn: today() })),
    { bookkeeping: true },
  )
  await tell(db, 'missing', files)
  return { done: files.length }
})
export default [receive, remind]
