import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { mayDecide } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { agreeChange, markInfoSynced } from '../model/application.ts'
import { infoChange } from '../model/info-change.ts'
import { lockedStudent } from './effect.ts'
import { itemsOf, standingOf } from './items.ts'

/** 30-SI3: whoever decides has seen what stands now; the application goes on from there. */
const agreed = handle(agreeChange, async (ctx, { id, version }) => {
  const { db } = ctx
  if (!(await mayDecide(ctx, { bizType: infoChange.name, bizId: id }))) throw refusalOf(infoChange, 'notYours')
  const row = await db.unscoped(infoChange).lock(id, 'agree') // the flow decides who may
  const student = await lockedStudent(db, row.studentId)
  if (student.version !== version) throw refusalOf(infoChange, 'movedAgain')
  const items = itemsOf(row).map(item => ({ ...item, old: standingOf(student, item.field) }))
  await db.update(infoChange, id, { items: JSON.stringify(items) })
})
const synced = handle(markInfoSynced, async ({ db }, { ids }) => {
  const seen = await db.visible(infoChange).all({ id: [...new Set(ids)], nationalSync: 'todo' })
  const done = await db.updateWhere(infoChange, sql`t.id = any(${seen.map(r => r.id)}::uuid[]) and t.national_sync = 'todo'`, { nationalSync: 'done' })
  return { done: done.length }
})
export default [agreed, synced]
