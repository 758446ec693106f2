import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { fileTransfer, markSynced, retryEffect } from '../model/actions.ts'
import { statusChange } from '../model/status-change.ts'
import { takeEffect } from './effect.ts'

const synced = handle(markSynced, async ({ db }, { ids }) => {
  const seen = await db.visible(statusChange).all({ id: [...new Set(ids)], nationalSync: 'todo' })
  const done = await db.updateWhere(statusChange, sql`t.id = any(${seen.map(r => r.id)}::uuid[]) and t.national_sync = 'todo'`, { nationalSync: 'done' })
  return { done: done.length }
})
const retried = handle(retryEffect, async (ctx, { id }) => {
  const row = await ctx.db.visible(statusChange).lock(id)
  if (row.effectState !== 'scheduled' || !row.problem) throw refusalOf(statusChange, 'notEffective', { changeNo: row.changeNo })
  await takeEffect(ctx, id)
})
const filed = handle(fileTransfer, async ({ db }, { id, filedOn, filingNo }) => {
  const row = await db.visible(statusChange).lock(id)
  if (row.effectState !== 'effective' || !row.filingDueAt) throw refusalOf(statusChange, 'notFiled', { changeNo: row.changeNo })
  await db.update(statusChange, id, { filedOn, filingNo })
})
export default [synced, retried, filed]
