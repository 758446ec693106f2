import { Refusal, type Row } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { batchUpdate } from '../model/actions.ts'
import { student } from '../model/student.ts'
import { afterUpdate, preparePatch, type Values } from './record.ts'

const PERMISSION = 'student:student:batchUpdate'
/** The same change for many students, all or none. */
export default handle(batchUpdate, async (ctx, { ids, ...given }) => {
  const { db, refuse } = ctx
  const patch: Values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (!Object.keys(patch).length) refuse('nothing')
  const wanted = [...new Set(ids)].sort()
  const rows = await db.visible(student).all({ id: wanted })
  if (rows.length < wanted.length) refuse('outside', { count: wanted.length, missing: wanted.length - rows.length })
  for (const { id } of rows) {
    const row = await db.visible(student).lock(id)
    await changeOne(ctx, row, { ...patch }, (name, why) => refuse('refused', { name, why }))
  }
  return { done: rows.length }
})
async function changeOne({ db, lang }: Ctx, row: Row<typeof student>, patch: Values, refuse: (name: string, why: string) => never): Promise<void> {
  try {
    await preparePatch(db, row, patch, PERMISSION)
  } catch (error) {
    const [issue] = error instanceof Refusal ? error.issues : []
    if (issue) refuse(row.name, formatIssue(lang, issue))
    throw error
  }
  const after = await db.sourced('batch').update(student, row.id, patch)
  await afterUpdate(db, row, after, 'batch')
}
