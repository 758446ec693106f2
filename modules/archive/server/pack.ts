import { type Phrase, refusalOf } from '#model'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { takeNext } from '#server/data/series.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { archiveDispatch, CARRIERS, type Carrier } from '../model/archive-dispatch.ts'
import { type ArchiveFile, archiveFile, fileStates } from '../model/archive-file.ts'
import { archiveMaterialKind } from '../model/dictionaries.ts'
import { packFiles } from '../model/dispatch-actions.ts'
import { GO_HOME, type GraduateDestination } from '../model/graduate-destination.ts'
import { currentOf, personIn } from './destination-rules.ts'
import { settingsOf } from './settings.ts'

const DIGITS = 4
const refuse = (key: string, values: Record<string, unknown>, field?: string) => refusalOf(archiveDispatch, key, values, field)
/** 50-AR1: one of three, of which a school may leave some out. */
async function mustBeUsed(db: Db, carrier: Carrier): Promise<void> {
  if (!(await settingsOf(db))[carrier]) throw refuse('carrier', { carrier: { text: CARRIERS[carrier] } }, 'carrier')
}
interface Ready {
  file: ArchiveFile
  to: GraduateDestination
}
/** 50-AR2, 50-AR3: sealed by two, to a verified destination that is no person, with all papers or a reason. */
async function check(db: Db, file: ArchiveFile, who: StudentOf, to: GraduateDestination | undefined, waiver: string | null): Promise<Ready> {
  const { name } = who
  if (file.dispatchId) throw refuse('inLetter', { name, letterNo: (await db.unscoped(archiveDispatch).one(file.dispatchId)).letterNo }) // of a file in scope
  if (file.state !== 'sealed' && file.state !== 'held') throw refuse('notSealed', { name, state: { text: fileStates.labels[file.state] } })
  if (!to) throw refuse('noDestination', { name })
  if (file.goesHome && to.kind !== GO_HOME) throw refuse('expelled', { name })
  if (await personIn(db, who, to.archiveRecipient)) throw refuse('person', { name, recipient: to.archiveRecipient })
  if (file.missingKinds?.length && !waiver) {
    const label = await labelsOf(db, archiveMaterialKind)
    const kinds: Phrase = firstOf(
      file.missingKinds.flatMap(k => (k ? [label(k)] : [])),
      12,
    )
    throw refuse('lacks', { name, kinds }, 'waiver')
  }
  return { file, to }
}
/** The files of one recipient are one letter; 50-AR10: letters are numbered by the year without gaps, in this transaction. */
export default handle(packFiles, async ({ db }, { ids, carrier, waiver }) => {
  await mustBeUsed(db, carrier)
  const given = ids.flatMap(id => id ?? [])
  const seen = await db.visibleFor(archiveFile, 'archive:archiveFile:list').lockAll(given)
  const people = await studentsOf(
    db,
    seen.map(f => f.studentId),
  )
  const toOf = new Map((await currentOf(db, [...people.keys()])).map(d => [d.studentId, d]))
  const reason = waiver?.trim() || null
  const ready: Ready[] = []
  for (const file of seen) {
    const who = people.get(file.studentId)
    if (who) ready.push(await check(db, file, who, toOf.get(file.studentId), reason))
  }
  const letters = [...Map.groupBy(ready, ({ to }) => [to.archiveRecipient, to.archiveAddress, to.contact].join('\n')).values()]
  const year = today().slice(0, 4)
  const batch = await takeNext(db, 'archive_series', `batch ${year}`)
  const batchNo = `ZD${year}-${String(batch).padStart(DIGITS, '0')}`
  const first = await takeNext(db, 'archive_series', `letter ${year}`, letters.length)
  for (const [n, of] of letters.entries()) {
    const to = of[0]?.to as GraduateDestination
    const lacks = of.some(({ file }) => file.missingKinds?.length)
    const letter = await db.insert(archiveDispatch, {
      ...{ letterNo: `${year}-${String(first + n).padStart(DIGITS, '0')}`, batchNo, carrier, waiver: lacks ? reason : null },
      ...{ recipientUnit: to.archiveRecipient, address: to.archiveAddress, contact: to.contact },
    })
    await db.updateWhere(archiveFile, { id: of.map(o => o.file.id) }, { dispatchId: letter.id, packedAt: null, packedBy: null })
  }
  return { batchNo, letters: letters.length, files: ready.length }
})
