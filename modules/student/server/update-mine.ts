import { handle } from '#server/context.ts'
import { updateMine } from '../model/actions.ts'
import { isEnded, STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { ownChanges, ownFields } from './own-changes.ts'
import { afterUpdate, preparePatch, type Values } from './record.ts'

const labelOf = (name: string): string => (student.fields as Readonly<Record<string, { label: string }>>)[name]?.label ?? name

/** Students update those fields of their own record that need no approval; the history records them as the source. */
export default handle(updateMine, async (ctx, { version, code, ...given }) => {
  const { db, me, refuse } = ctx
  if (!me.studentId) refuse('notStudent')
  const row: Values & { id: string; version: number } = await db.visible(student).lock(me.studentId as string)
  if (isEnded(String(row.status))) refuse('ended', { status: STUDENT_STATUS[row.status as StudentStatus] })
  const patch: Values = { ...given }
  const changed = Object.keys(patch).filter(name => (patch[name] ?? null) !== (row[name] ?? null))
  const free = new Set((await ownFields(db, row.id)).flatMap(f => (f.mode === 'free' ? [f.field] : [])))
  const closed = changed.filter(name => !free.has(name))
  if (closed.length) refuse('approval', { fields: closed.map(labelOf) }, closed[0])
  const before = await db.unscoped(student).one(row.id) // locked above
  if (row.version === version) await preparePatch(db, before, patch, 'student:student:updateMine')
  const after = await db.sourced('self').update(student, row.id, patch, version)
  await afterUpdate(db, before, after, 'self')
  // a right code is used up, so everything else has been checked before
  if (changed.includes('phone') && after.phone) await ownChanges.of(db)?.provePhone(ctx, after.phone, code ?? null)
  return { id: after.id, version: after.version }
})
