import sql from 'sql-template-tag'
import { compute, handle } from '#server/context.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { correctStudent, infoChange } from '../model/correction.ts'
import { student } from '../model/student.ts'
import { afterUpdate, preparePatch, type Values } from './record.ts'

const SOURCE = 'correction'
const correct = handle(correctStudent, async (ctx, { id, version, reason, proofs, ...given }) => {
  const { db } = ctx
  const row: Values & { id: string } = await db.visible(student).lock(id)
  const patch: Values = Object.fromEntries(Object.entries(given).filter(([name, value]) => (value ?? null) !== null && value !== row[name]))
  const fields = Object.keys(patch)
  if (!fields.length) ctx.refuse('nothing')
  const before = await db.unscoped(student).one(id) // locked above
  await preparePatch(db, before, patch, correctStudent.permission, { correcting: true })
  const after = await db.sourced(SOURCE).update(student, id, patch, version)
  await afterUpdate(db, before, after, SOURCE)
  const made = await db.insert(infoChange, { studentId: id, fields, reason, proofs })
  await attachFiles(db, infoChange, made.id, { proofs })
  return { version: after.version }
})
const makers = compute(infoChange, ['madeBy'], async ({ db }, rows) => {
  const known = await db.query<{ id: string; name: string }>(
    sql`select id, nick_name as name from sys_user where tenant_id = ${db.me.tenantId} and id = any(${rows.flatMap(r => r.createdBy ?? [])}::uuid[])`,
  )
  const names = new Map(known.map(u => [u.id, u.name]))
  for (const row of rows) row.madeBy = names.get(row.createdBy ?? '') ?? null
})
export default [correct, makers]
