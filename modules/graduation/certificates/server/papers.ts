import { refusalOf } from '#model'
import { addMonths } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { lockPhotos, moveStatus, standingSince, studentOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { graduationAudit, RESULTS } from '../../audit/model/audit.ts'
import { requiredOpen } from '../../clearance/server/api.ts'
import { convertCompletion, handOut, proveCertificate, voidNumber } from '../model/actions.ts'
import { graduationCertificate } from '../model/certificate.ts'
import { numberIn } from '../model/numbers.ts'
import { seriesFor, takeSerials } from './series.ts'
import { settingsOf } from './settings.ts'

const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(graduationCertificate, key, values, field)
const nameOf = async (db: Db, studentId: string): Promise<string> => (await studentOf(db, studentId))?.name ?? ''
const now = (): string => new Date().toISOString()

/** GR4: the number is never used again; a further run gives the student another one. */
const makeVoid = handle(voidNumber, async ({ db, me }, { id, reason }) => {
  await db.visible(graduationCertificate).lock(id, 'voidNumber')
  await db.update(graduationCertificate, id, { state: 'void', voidReason: reason, voidedAt: now(), voidedBy: me.userId })
})
const prove = handle(proveCertificate, async ({ db }, { id }) => {
  const row = await db.visible(graduationCertificate).lock(id, 'prove')
  if (row.kind === 'proof') throw refuse('proofOf', { number: row.number })
  if (!row.issuedAt) throw refuse('notIssued', { number: row.number })
  const series = (await seriesFor(db, 'proof', today()))(row.level, await nameOf(db, row.studentId))
  const serial = await takeSerials(db, series, 1)
  const { auditId, batchId, studentId, departmentId, majorId, level } = row
  const made = await db.insert(graduationCertificate, {
    ...{ auditId, batchId, studentId, departmentId, majorId, level, series, serial },
    ...{ ofId: id, kind: 'proof', number: numberIn(series, serial), date: today() },
  })
  return { number: made.number }
})
/** GR5: status, new certificate and the end of the old one are one transaction. */
const convert = handle(convertCompletion, async ({ db, me }, { id, date, reason }) => {
  const old = await db.visible(graduationCertificate).lock(id, 'voidNumber')
  const audit = await db.unscoped(graduationAudit).lock(old.auditId) // of the certificate in scope
  const name = await nameOf(db, old.studentId)
  if (audit.result !== 'complete') throw refuse('notComplete', { name, result: { text: audit.result ? RESULTS[audit.result] : '—' } })
  const since = audit.closedOn
  if (!since) throw refuse('notClosed', { name })
  const years = (await settingsOf(db)).convertYears
  const last = addMonths(since, 12 * years)
  if (date > last) throw refuse('over', { name, since, years, last }, 'date')
  const standing = (await standingSince(db, old.studentId)) ?? since
  if (date < standing || date > today()) throw refuse('date', { date, from: standing }, 'date')
  await db.update(graduationCertificate, id, { state: 'void', voidReason: '结业换发毕业证书', voidedAt: now(), voidedBy: me.userId })
  await db.update(graduationAudit, audit.id, { result: 'graduate', convertedOn: date, reason, resultBy: me.userId })
  await moveStatus(db, { studentId: old.studentId, to: 'graduated', effectiveDate: date, changeId: audit.id, source: old.number })
  await db.emit('student.graduated', { batchId: old.batchId, studentIds: [old.studentId] })
  const series = (await seriesFor(db, 'study', date))(old.level, name)
  const serial = await takeSerials(db, series, 1)
  const { auditId, batchId, studentId, departmentId, majorId, level } = old
  const made = await db.insert(graduationCertificate, {
    ...{ auditId, batchId, studentId, departmentId, majorId, level, series, serial, date },
    ...{ kind: 'graduation', number: numberIn(series, serial) },
  })
  return { number: made.number }
})
/** Of two desks with the same student at once, the second finds nothing left. */
const give = handle(handOut, async ({ db, me }, { batchId, studentNo, receiver, signature }) => {
  const who = await db.visibleFor(student, handOut.permission).find({ studentNo: studentNo.trim() })
  if (!who) throw refuse('unknown', { studentNo }, 'studentNo')
  const missing = await requiredOpen(db, who.id)
  if (missing.length) throw refuse('clearance', { name: who.name, items: missing.map(text => ({ text })) })
  const rows = await db.visible(graduationCertificate).all({ batchId, studentId: who.id, state: 'valid', 'issuedAt.isNull': true }, { sort: ['number'] })
  const patch = { issuedAt: now(), issuedBy: me.userId, receiver: receiver ?? who.name }
  const done = await db.updateWhere(graduationCertificate, { id: rows.map(r => r.id), 'issuedAt.isNull': true }, patch, { returning: ['number'] })
  if (!done.length) throw refuse('nothing', { name: who.name })
  await lockPhotos(db, [who.id], 'graduation')
  const [first] = done
  if (signature?.length && first) {
    await db.update(graduationCertificate, first.id, { signature })
    await attachFiles(db, graduationCertificate, first.id, { signature })
  }
  return { name: who.name, numbers: done.map(d => d.number).sort() }
})
export default [makeVoid, prove, convert, give]
