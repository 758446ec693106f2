import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addMonths } from '#model/days.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { type ArchiveFile, archiveFile, fileStates } from '../model/archive-file.ts'
import { checkSeal, checkUnseal, handOverFiles, holdFiles, relocateFiles, sealFiles, unsealFiles } from '../model/file-actions.ts'
import { placeName } from './locations.ts'
import { moveFiles, mustSee } from './moves.ts'
import { settingsOf } from './settings.ts'

export const UNSEALED = { sealedOn: null, sealedBy: null, checkedBy: null, unsealBy: null, unsealReason: null } as const
const { verbs } = fileStates
const NOT_SENT = sql`t.dispatch_id is null`
const inLetter = ({ dispatchId }: ArchiveFile, name: string) => (dispatchId ? refusalOf(archiveFile, 'inLetter', { name }) : undefined)
/** 50-AR3: the first of two. */
const seal = handle(sealFiles, async ({ db, me }, { ids }) => {
  const files = await mustSee(db, ids)
  await moveFiles(db, files, { kind: 'seal', from: verbs.seal, patch: { sealedOn: today(), sealedBy: me.userId, checkedBy: null }, note: '密封' })
  return { done: files.length }
})
const check = handle(checkSeal, async ({ db, me }, { ids }) => {
  const files = await mustSee(db, ids)
  await moveFiles(db, files, {
    ...{ kind: 'seal', from: verbs.checkSeal, patch: { state: 'sealed', checkedBy: me.userId }, note: '核对密封' },
    when: sql`t.sealed_by <> ${me.userId}`,
    refuse: (file, name) => refusalOf(archiveFile, file.sealedBy ? 'samePerson' : 'notSealed', { name, verb: { text: '密封' } }),
  })
  return { done: files.length }
})
/** 50-AR6: with a reason; it stays sealed until another person agrees. */
const unseal = handle(unsealFiles, async ({ db, me }, { ids, reason }) => {
  const files = await mustSee(db, ids)
  await moveFiles(db, files, {
    ...{ kind: 'unseal', from: verbs.unseal, patch: { unsealBy: me.userId, unsealReason: reason }, note: reason },
    ...{ when: NOT_SENT, refuse: inLetter },
  })
  return { done: files.length }
})
const agree = handle(checkUnseal, async ({ db, me }, { ids }) => {
  const files = await mustSee(db, ids)
  await moveFiles(db, files, {
    ...{ kind: 'unseal', from: verbs.checkUnseal, patch: { state: 'inStore', ...UNSEALED, holdUntil: null }, note: '核对拆封' },
    when: sql`t.unseal_by <> ${me.userId} and ${NOT_SENT}`,
    refuse: (file, name) => inLetter(file, name) ?? refusalOf(archiveFile, file.unsealBy ? 'samePerson' : 'noUnseal', { name, verb: { text: '申请拆封' } }),
  })
  return { done: files.length }
})
/** A graduate's file stays for a while, at most some months after the graduation. */
async function mustBeShort(db: Db, files: readonly string[], until: string): Promise<void> {
  if (until < today()) throw refusalOf(archiveFile, 'holdPast', { until }, 'until')
  const { holdMonths: months } = await settingsOf(db)
  const rows = await db.unscoped(archiveFile).all({ id: [...files] }) // seen in scope
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  for (const { name, expectedGraduation } of students.values()) {
    const latest = addMonths(expectedGraduation ?? today(), months)
    if (until > latest) throw refusalOf(archiveFile, 'holdTooLong', { name, until, months, latest }, 'until')
  }
}
const hold = handle(holdFiles, async ({ db }, { ids, until }) => {
  const files = await mustSee(db, ids)
  await mustBeShort(db, files, until)
  await moveFiles(db, files, { kind: 'relocate', from: verbs.hold, patch: { state: 'held', holdUntil: until }, note: until })
  return { done: files.length }
})
/** What came back goes onto the shelf again; its seal is not trusted any more. */
const relocate = handle(relocateFiles, async ({ db }, { ids, locationId }) => {
  const files = await mustSee(db, ids)
  const to = await placeName(db, locationId)
  const back = (await db.unscoped(archiveFile).lockAll(files)).filter(f => f.state === 'returnedBack').map(f => f.id) // seen in scope
  const others = files.filter(id => !back.includes(id))
  if (back.length) await moveFiles(db, back, { kind: 'relocate', from: ['returnedBack'], patch: { locationId, state: 'inStore', ...UNSEALED }, to })
  if (others.length) await moveFiles(db, others, { kind: 'relocate', from: ['inStore', 'sealed', 'held'], patch: { locationId }, to })
  return { done: files.length }
})
const handOver = handle(handOverFiles, async ({ db }, { ids, custodianId, note }) => {
  const files = await mustSee(db, ids)
  await moveFiles(db, files, { kind: 'handover', from: verbs.handOver, patch: { custodianId }, note })
  return { done: files.length }
})
export default [seal, check, unseal, agree, hold, relocate, handOver]
