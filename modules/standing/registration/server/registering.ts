import { refusalOf } from '#model'
import type { PhonePosition } from '#model/geo.ts'
import { placeAtSchool } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { isOpen, notOpen } from '#modules/workflow/rounds/model/round.ts'
import { isInAudience } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { myRegistrations, registerFor, registerSelf, scanRegister } from '../model/actions.ts'
import { registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'
import { blockedBy, checkedOf, shownChecks } from './checks.ts'
import { type Batch, enter, recordOf } from './register.ts'
import { settingsOf } from './settings.ts'

async function openBatch(db: Db, id: string): Promise<Batch> {
  const batch = await db.unscoped(registrationBatch).one(id) // who may register is checked next
  if (!isOpen(batch)) throw notOpen(registrationBatch, batch)
  return batch
}
/** 30-SG3: inside the campus radius; measured in the student's favour, and not stored. */
async function mustBeHere(db: Db, given: PhonePosition): Promise<void> {
  if (!(await settingsOf(db))['registration.selfNeedsPresence']) return
  const place = await placeAtSchool(db, given)
  if ('problem' in place) throw refusalOf(registrationRecord, place.problem, place.values)
  if (place.away) throw refusalOf(registrationRecord, 'away', { metres: place.away })
}
const self = handle(registerSelf, async (ctx, { batchId, ...position }) => {
  const { db, me, lang } = ctx
  const who = await selfStudent(ctx)
  const batch = await openBatch(db, batchId)
  if (!(await isInAudience(db, registrationBatch, batch))) throw refusalOf(registrationBatch, 'notInAudience', { name: batch.name })
  if (!batch.selfAllowed) throw refusalOf(registrationRecord, 'selfOff', { name: batch.name })
  await mustBeHere(db, position)
  const { record, checked } = await enter(db, batch, who.id, { method: 'self', byId: me.userId })
  return { state: record.state, checks: shownChecks(db, lang, checked) }
})
const staff = handle(registerFor, async ({ db, me }, { batchId, studentIds }) => {
  const batch = await openBatch(db, batchId)
  const blocked: Array<{ name: string; why: string }> = []
  let registered = 0
  // in order of the ids, so that two people with overlapping lists wait for each other
  for (const id of [...new Set(studentIds)].sort()) {
    const row = await db.visibleFor(student, registerFor.permission).one(id)
    if ((await recordOf(db, batchId, id))?.state === 'registered') continue
    const { record, checked } = await enter(db, batch, row.id, { method: 'staff', byId: me.userId })
    if (record.state === 'registered') registered++
    else blocked.push({ name: row.name, why: blockedBy(checked) })
  }
  return { registered, blocked }
})
const scan = handle(scanRegister, async (ctx, { batchId, studentNo }) => {
  const { db, me, lang } = ctx
  const batch = await openBatch(db, batchId)
  const row = await db.visibleFor(student, registerFor.permission).find({ studentNo: studentNo.trim() })
  if (!row) throw refusalOf(registrationRecord, 'unknown', { studentNo }, 'studentNo')
  const { who, record, checked } = await enter(db, batch, row.id, { method: 'scan', byId: me.userId })
  return { name: who.name, className: who.className, state: record.state, checks: shownChecks(db, lang, checked) }
})
const RECENT = 6
/** One's own terms, the latest first: the open one with its conditions as of now. */
const mine = handle(myRegistrations, async ctx => {
  const { db, lang } = ctx
  const who = await selfStudent(ctx)
  const batches = await db.unscoped(registrationBatch).all({ state: ['published', 'paused', 'closed', 'archived'] }, { sort: ['-beginTime'], limit: RECENT }) // the audience is checked next
  const needsPresence = (await settingsOf(db))['registration.selfNeedsPresence']
  const records = await db.unscoped(registrationRecord).all({ studentId: who.id, batchId: batches.map(b => b.id) }) // the caller's own
  const rows = []
  for (const batch of batches) {
    const record = records.find(r => r.batchId === batch.id)
    const open = isOpen(batch)
    if (!record && !(open && (await isInAudience(db, registrationBatch, batch)))) continue
    const state = record?.state ?? 'unregistered'
    const checks = open && state !== 'registered' && state !== 'exempt' ? shownChecks(db, lang, await checkedOf(db, batch, who.id)) : []
    const { method = null, at = null, deferUntil = null } = record ?? {}
    rows.push({
      ...{ batchId: batch.id, name: batch.name, endTime: batch.endTime, isOpen: open, selfAllowed: batch.selfAllowed, needsPresence },
      ...{ state, method, at, deferUntil, checks },
    })
  }
  return rows
})
export default [self, staff, scan, mine]
