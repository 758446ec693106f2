import sql from 'sql-template-tag'
import { type Phrase, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { studentOf, withStudents } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { type Db, handle } from '#server/context.ts'
import { firstPeople } from '#server/i18n/wording.ts'
import { type ArchiveDispatch, archiveDispatch, CARRIERS } from '../model/archive-dispatch.ts'
import { type ArchiveFile, archiveFile } from '../model/archive-file.ts'
import { enterTracking, scanFile, sendLetter, voidLetter } from '../model/dispatch-actions.ts'
import { fileTodos } from './expelled.ts'
import { elsewhere, moveFiles } from './moves.ts'
import { tellSent } from './notify.ts'

const refuse = (key: string, values: Record<string, unknown>, field?: string) => refusalOf(archiveDispatch, key, values, field)
const SHOWN = 5
const tidy = (text: string): string => text.replace(/\s/g, '').toUpperCase()
/** Files of a letter. Whoever sends a letter reads what is in it. */
export const filesIn = (db: Db, letterId: string): Promise<ArchiveFile[]> => db.unscoped(archiveFile).all({ dispatchId: letterId }, { sort: ['archiveNo'] }) // of a letter in scope
async function letterOf(db: Db, letterNo: string): Promise<ArchiveDispatch> {
  const found = await db.visible(archiveDispatch).find({ letterNo: letterNo.trim() })
  if (!found) throw refuse('unknownLetter', { letterNo }, 'letterNo')
  return found
}
/** 50-AR4: one desk puts a file into its letter; a wrong one is told which is right, a second desk who did it and when. */
const scan = handle(scanFile, async ({ db, me }, { letterNo, code }) => {
  const letter = await letterOf(db, letterNo)
  const file = await db.unscoped(archiveFile).find({ archiveNo: code.trim() }) // judged next: whether it is in this letter
  if (!file) throw refuse('unknownFile', { code }, 'code')
  const { name } = (await studentOf(db, file.studentId)) ?? { name: '' }
  if (!file.dispatchId) throw refuse('noBox', { name }, 'code')
  if (file.dispatchId !== letter.id) {
    const right = await db.unscoped(archiveDispatch).one(file.dispatchId) // where the scanned file belongs
    throw refuse('wrongBox', { name, right: right.letterNo, letterNo: letter.letterNo }, 'code')
  }
  const put = await db.updateWhere(
    archiveFile,
    { id: file.id, dispatchId: letter.id, state: ['sealed', 'held'], 'packedAt.isNull': true },
    { packedAt: new Date().toISOString(), packedBy: me.userId },
  )
  if (!put.length) {
    const { packedAt, packedBy, ...now } = await db.unscoped(archiveFile).one(file.id) // as above
    if (!packedAt) throw await elsewhere(db, { ...now, packedAt, packedBy })
    const by = await accountNamer(db, [packedBy])
    throw refuse('packedTwice', { name, by: by(packedBy), at: schoolTimeText(packedAt), letterNo: letter.letterNo }, 'code')
  }
  const left = await db.unscoped(archiveFile).count({ dispatchId: letter.id, 'packedAt.isNull': true }) // of the letter
  return { name, archiveNo: file.archiveNo, left }
})
async function mustBeFree(db: Db, trackingNo: string, own: string): Promise<void> {
  const other = await db.unscoped(archiveDispatch).find({ trackingNo }) // whichever letter used it
  if (other && other.id !== own) throw refuse('trackingUsed', { trackingNo, letterNo: other.letterNo }, 'trackingNo')
}
const send = handle(sendLetter, async ({ db, me }, { letterNo, trackingNo }) => {
  const letter = await db.visible(archiveDispatch).lock((await letterOf(db, letterNo)).id, 'send')
  const no = tidy(trackingNo ?? '') || letter.trackingNo
  if (!no && letter.carrier !== 'specialPerson') throw refuse('noTracking', {}, 'trackingNo')
  if (no) await mustBeFree(db, no, letter.id)
  const files = await filesIn(db, letter.id)
  if (!files.length) throw refuse('empty', { letterNo: letter.letterNo })
  const open = files.filter(f => !f.packedAt)
  if (open.length) {
    const people: Phrase = firstPeople(
      (await withStudents(db, open)).map(({ who }) => who.name),
      SHOWN,
    )
    throw refuse('notPacked', { letterNo: letter.letterNo, count: open.length, people })
  }
  const sentOn = new Date().toISOString()
  const sent = await db.update(archiveDispatch, letter.id, { state: 'sent', trackingNo: no, sentOn, sentBy: me.userId })
  const { recipientUnit } = letter
  await moveFiles(
    db,
    files.map(f => f.id),
    {
      kind: 'send',
      from: ['sealed', 'held'],
      when: sql`t.dispatch_id = ${letter.id}::uuid`, // an expulsion may just have taken it out
      patch: { state: 'inTransit', locationId: null, holdUntil: null },
      to: `${recipientUnit}（${letter.letterNo}）`,
      dispatchId: letter.id,
      note: CARRIERS[letter.carrier],
    },
  )
  const after = await filesIn(db, letter.id)
  await fileTodos.follow(db, after)
  await tellSent(db, sent, after)
  return { recipientUnit, files: files.length }
})
/** Numbers that the carrier gave for many letters: all lines or none. */
const enter = handle(enterTracking, async ({ db }, { lines }) => {
  const given = lines.split('\n').flatMap((text, n) => {
    const parts = text.trim().split(/[\s,，;；]+/)
    if (!text.trim()) return []
    if (parts.length !== 2) throw refuse('line', { n: n + 1, text: text.trim().slice(0, 60) }, 'lines')
    return [{ letterNo: parts[0] ?? '', trackingNo: tidy(parts[1] ?? '') }]
  })
  for (const [n, { letterNo, trackingNo }] of given.entries()) {
    const before = given.slice(0, n)
    if (before.some(g => g.letterNo === letterNo)) throw refuse('letterTwice', { letterNo }, 'lines')
    const same = before.find(g => g.trackingNo === trackingNo)
    if (same) throw refuse('trackingUsed', { trackingNo, letterNo: same.letterNo }, 'lines')
  }
  const found = await db.visible(archiveDispatch).all({ letterNo: given.map(g => g.letterNo) })
  const idOf = new Map(found.map(l => [l.letterNo, l.id]))
  const unknown = given.find(g => !idOf.has(g.letterNo))
  if (unknown) throw refuse('unknownLetter', { letterNo: unknown.letterNo }, 'lines')
  const locked = await db.visible(archiveDispatch).lockAll([...idOf.values()], 'send')
  const used = new Map((await db.unscoped(archiveDispatch).all({ trackingNo: given.map(g => g.trackingNo) })).map(l => [l.trackingNo, l])) // whichever letters used them
  for (const { letterNo, trackingNo } of given) {
    const other = used.get(trackingNo)
    if (other && other.letterNo !== letterNo) throw refuse('trackingUsed', { trackingNo, letterNo: other.letterNo }, 'lines')
  }
  const numberOf = new Map(given.map(g => [g.letterNo, g.trackingNo]))
  const changed = locked.filter(l => l.trackingNo !== numberOf.get(l.letterNo))
  if (changed.length)
    await db.updateMany(
      archiveDispatch,
      changed.map(({ id, letterNo }) => ({ id, trackingNo: numberOf.get(letterNo) ?? null })),
    )
  return { done: given.length }
})
/** 50-AR10: the number stays with the void letter; its files may be sent again. */
const end = handle(voidLetter, async ({ db }, { id, reason }) => {
  await db.visible(archiveDispatch).lock(id, 'voidLetter')
  await db.update(archiveDispatch, id, { state: 'void', reason, trackingNo: null })
  await db.updateWhere(archiveFile, { dispatchId: id }, { dispatchId: null, packedAt: null, packedBy: null })
})
export default [scan, send, enter, end]
