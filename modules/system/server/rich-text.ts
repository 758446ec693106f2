import sql from 'sql-template-tag'
import { removedOf } from '#model/rich.ts'
import { handle } from '#server/context.ts'
import { getRichText, OWN_TEXTS, richText, richTexts, saveRichText } from '../model/app.ts'
import { stale } from './users.ts'

const one = handle(getRichText, async ({ db }, { params }) => {
  const row = await db.unscoped(richText).find({ params }) // rich text is readable for everyone signed in
  return row ? { params, title: row.title, content: row.content, version: row.version } : null
})
/** Every text of the school, and before them those the program shows that nobody has written yet. */
const all = handle(richTexts, async ({ db }) => {
  const written = await db.query<{ params: string; title: string | null; isWritten: boolean; updatedAt: string | null }>(
    sql`select params, title, true as "isWritten", updated_at as "updatedAt" from ${db.unscoped(richText).rows()} t order by params`, // published texts, no data scope
  )
  const has = new Set(written.map(t => t.params))
  const lacking = Object.entries(OWN_TEXTS).filter(([params]) => !has.has(params))
  return [...lacking.map(([params, title]) => ({ params, title, isWritten: false, updatedAt: null })), ...written]
})
/** Creates the page or updates the version that was read. Scripts are removed and the removal is reported. */
const save = handle(saveRichText, async ({ db, me }, input) => {
  const { params, title, content, version } = input
  await db.query(sql`select pg_advisory_xact_lock(hashtext(${`rich text ${me.tenantId} ${params}`}))`)
  const known = await db.unscoped(richText).find({ params }) // unique key per school, no data scope
  if (known && known.version !== version) throw stale('这段内容刚刚被别人改过，请核对后再保存', {}, { version: known.version, title: known.title, content: known.content })
  const row = known
    ? await db.update(richText, known.id, { title: title ?? null, content: content ?? '' })
    : await db.insert(richText, { params, title: title ?? null, content: content ?? '' })
  return { id: row.id, version: row.version, removed: [...removedOf(input)] }
})
export default [one, all, save]
