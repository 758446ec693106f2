import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department, gradeMajor } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { selfStudent } from '#modules/student/server/api.ts'
import { conditionsIn } from '#modules/workflow/rounds/model/conditions.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { explainStudent, isInAudience, knownFacts, mustTakePart, sayIn, seatsIn, unmetText } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translateIfKnown } from '#server/i18n/translate.ts'
import { MAJOR_TRANSFER } from '../../changes/model/change-type.ts'
import { MAJOR_WISH } from '../../changes/model/dictionaries.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { changes, typeNamed } from '../../changes/server/api.ts'
import { applyTransfer, myTransferBatches } from '../model/actions.ts'
import { majorTransferBatch } from '../model/batch.ts'
import type { Batch } from './batches.ts'

interface Own {
  grade: number | null
  majorId: string | null
}
/** Grade-majors with places for this student: another major, in the own grade or a lower one. */
async function offersFor(db: Db, batchId: string, own: Own) {
  const [gradeMajors, seats] = await Promise.all([db.cached(gradeMajor), seatsIn(db, batchId)])
  return [...gradeMajors.values()].flatMap(g => {
    const issued = seats.get(g.id)?.issued ?? 0
    return issued > 0 && g.majorId !== own.majorId && g.grade >= (own.grade ?? 0) ? [{ ...g, seats: issued }] : []
  })
}
/** Each choice is another major with places in this batch, in the own grade or a lower one. */
async function checkChoices(db: Db, batchId: string, own: Own, choices: readonly string[]): Promise<void> {
  if (new Set(choices).size < choices.length) throw refusalOf(applyTransfer, 'twice', {}, 'choices')
  const [gradeMajors, offers] = await Promise.all([db.cached(gradeMajor), offersFor(db, batchId, own)])
  for (const id of choices) {
    const wanted = gradeMajors.get(id)
    const choice = wanted?.name ?? '—'
    if (wanted?.majorId === own.majorId) throw refusalOf(applyTransfer, 'own', { choice }, 'choices')
    if (wanted && wanted.grade < (own.grade ?? 0)) throw refusalOf(applyTransfer, 'earlier', { choice }, 'choices')
    if (!offers.some(o => o.id === id)) throw refusalOf(applyTransfer, 'notOffered', { choice }, 'choices')
  }
}
const apply = handle(applyTransfer, async (ctx, { batchId, choices, reasonText, proofs }) => {
  const { db } = ctx
  const who = await selfStudent(ctx, { lock: true })
  const batch = await db.unscoped(majorTransferBatch).one(batchId) // the audience is checked next
  await mustTakePart(db, majorTransferBatch, batch)
  const own = await db.unscoped(student).one(who.id) // the caller's own record
  const wanted = choices.flatMap(id => id ?? [])
  await checkChoices(db, batchId, own, wanted)
  const type = await typeNamed(db, MAJOR_TRANSFER)
  const form = { typeId: type?.id ?? '', reasonCode: MAJOR_WISH, reasonText, effectiveDate: batch.effectiveDate, proofs: proofs ?? [] }
  const { id, changeNo, nextStep } = await changes.submit(ctx, who, form, { given: { batchId, choices: wanted, isTransfer: true, toGradeMajorId: null } })
  return { id, changeNo, nextStep }
})
const RECENT = 4
/** The latest batches that concern the reader. */
const mine = handle(myTransferBatches, async ctx => {
  const { db } = ctx
  const who = await selfStudent(ctx)
  const own = await db.unscoped(student).one(who.id) // the caller's own record
  const applied = await db.unscoped(statusChange).all({ studentId: who.id }, { sort: ['-createdAt'] }) // the caller's own
  const batches = await db.unscoped(majorTransferBatch).all({ state: ['published', 'paused', 'closed', 'archived'] }, { sort: ['-beginTime'], limit: RECENT }) // the audience is checked next
  const shown = []
  for (const batch of batches) {
    const change = applied.find(c => c.batchId === batch.id && c.state !== 'withdrawn')
    if (!change && !(isOpen(batch) && (await isInAudience(db, majorTransferBatch, batch)))) continue
    const { id, name, beginTime, endTime, effectiveDate, stage } = batch
    const open = isOpen(batch) && !change
    shown.push({
      ...{ id, name, beginTime, endTime, effectiveDate, stage, isOpen: open, changeId: change?.id ?? null },
      conditions: open ? await conditionsFor(ctx, batch, who.id) : [],
      offers: open ? await offersIn(db, batch.id, own) : [],
    })
  }
  return shown
})
async function conditionsFor({ db, lang }: Ctx, batch: Batch, studentId: string) {
  const [conditions, known, say] = [conditionsIn(batch), await knownFacts(db), sayIn(lang)]
  const explained = await explainStudent(db, studentId, conditions, { known, say })
  const reader = { known, say, readable: new Set(known.map(f => f.name)) } // one's own values
  return explained.map(({ name, isMet, failed }) => ({ name: translateIfKnown(lang, name), isMet, why: failed.map(f => unmetText(f, reader)) }))
}
async function offersIn(db: Db, batchId: string, own: Own) {
  const [offers, colleges] = await Promise.all([offersFor(db, batchId, own), db.cached(department)])
  const rows = await db.query<{ id: string; n: number }>(sql`select choices->>0 as id, count(*)::int as n from status_change
    where tenant_id = ${db.me.tenantId} and batch_id = ${batchId} and state in ('pending', 'returned', 'approved') group by 1`)
  const applied = new Map(rows.map(r => [r.id, r.n]))
  return offers
    .map(o => ({ id: o.id, name: o.name, college: colleges.get(o.departmentId)?.name ?? '—', seats: o.seats, applied: applied.get(o.id) ?? 0 }))
    .sort((a, b) => a.college.localeCompare(b.college) || a.name.localeCompare(b.name))
}
export default [apply, mine]
