import { refusalOf } from '#model'
import { compute, type Db, handle } from '#server/context.ts'
import { attachFiles, copyFile } from '#server/files/attachments.ts'
import { rejectBatch, revokeCert, settleClaim, verifyBatch } from '../model/actions.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'
import { isExpired } from './application.ts'
import { certTodos, tell } from './notify.ts'
import { takeBack } from './rewards.ts'

/** Tells other modules what has changed, with all certificates of the student in the entry: another one may be the highest now (50-SK3). */
export async function emitCerts(db: Db, event: 'certificate.verified' | 'certificate.revoked', rows: readonly StudentCert[]): Promise<void> {
  const all = await db.unscoped(studentCert).all({ studentId: [...new Set(rows.map(r => r.studentId))], state: 'approved' }) // of the students concerned
  const entries = Map.groupBy(all, c => `${c.studentId} ${c.catalogId}`)
  await db.emitMany(
    event,
    rows.map(({ id, studentId, catalogId, level }) => ({ certId: id, studentId, catalogId, level, certIds: (entries.get(`${studentId} ${catalogId}`) ?? []).map(c => c.id) })),
  )
}
const reread = (db: Db, rows: readonly StudentCert[]): Promise<StudentCert[]> => db.unscoped(studentCert).all({ id: rows.map(r => r.id) }) // just written
/** The uploaded proof for the first, a copy for each of the others. */
async function proofs(db: Db, rows: readonly StudentCert[], proof: readonly string[]): Promise<Array<{ id: string; verifyProof: string[] }>> {
  const [file = ''] = proof
  const out = []
  for (const [n, { id }] of rows.entries()) {
    const own = n ? await copyFile(db, file, { of: studentCert, rowId: id }) : file
    if (!n) await attachFiles(db, studentCert, id, { verifyProof: proof })
    out.push({ id, verifyProof: own ? [own] : [] })
  }
  return out
}
const verify = handle(verifyBatch, async ({ db, me }, { ids, method, proof }) => {
  const rows = await db.visible(studentCert).lockAll(ids, 'verifyBatch')
  const given = await proofs(
    db,
    rows,
    (proof ?? []).flatMap(p => p ?? []),
  )
  const verified = { verifyState: 'verified', verifyMethod: method, verifiedById: me.userId, verifiedAt: new Date().toISOString(), verifyReason: null } as const
  await db.updateMany(
    studentCert,
    given.map(one => ({ ...one, ...verified })),
  )
  const after = await reread(db, rows)
  await tell(db, 'verified', after)
  await emitCerts(db, 'certificate.verified', after)
  return { done: after.length }
})
const reject = handle(rejectBatch, async ({ db, me }, { ids, reason }) => {
  const rows = await db.visible(studentCert).lockAll(ids, 'rejectBatch')
  const at = new Date().toISOString()
  await db.updateMany(
    studentCert,
    rows.map(({ id }) => ({ id, verifyState: 'rejected' as const, verifiedById: me.userId, verifiedAt: at, verifyReason: reason })),
  )
  const after = await reread(db, rows)
  await tell(db, 'rejected', after)
  return { done: after.length }
})
/** 50-SK5 */
const revoke = handle(revokeCert, async ({ db }, { id, reason }) => {
  await db.visible(studentCert).lock(id, 'revoke')
  const after = await takeBack(db, await db.update(studentCert, id, { verifyState: 'revoked', verifyReason: reason }))
  await tell(db, 'revoked', [after])
  await emitCerts(db, 'certificate.revoked', [after])
})
const settle = handle(settleClaim, async ({ db }, { id, note }) => {
  const row = await db.visible(studentCert).lock(id)
  if (!row.claimedById) throw refusalOf(studentCert, 'notClaimed', { certNo: row.certNo })
  const after = await db.update(studentCert, id, { claimedById: null, claimNote: note })
  await certTodos.follow(db, [after])
})
const expired = compute(studentCert, ['isExpired'], async (_ctx, rows) => {
  for (const row of rows) row.isExpired = isExpired({ expiresOn: row.expiresOn ?? null })
})
export default [verify, reject, revoke, settle, expired]
