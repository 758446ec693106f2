import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { wordsOfRich } from '#model/rich.ts'
import { type Db, handle, type Lang } from '#server/context.ts'
import { findAttachments } from '#server/files/attachments.ts'
import { translate } from '#server/i18n/translate.ts'
import { compareContent, restoreContent } from '../model/actions.ts'
import { contentChannel } from '../model/channel.ts'
import { CONTENT, contentItem, contentRevision } from '../model/content-item.ts'
import { followItem } from './item-todos.ts'

export type Item = Row<typeof contentItem>
export type Snapshot = Pick<Item, 'channelId' | 'title' | 'body' | 'audience' | 'publishAt' | 'sourceDeptId'> & Partial<Item>
const RICH = ['body', 'bodyEn', 'bodyTw'] as const
const PLAIN = ['title', 'titleEn', 'titleTw', 'summary', 'summaryEn', 'summaryTw'] as const
export const snapshotOf = (row: Item): Snapshot => Object.fromEntries(CONTENT.map(name => [name, row[name as keyof Item] ?? null])) as unknown as Snapshot
export const filesOf = (of: Partial<Item>): string[] => [...(of.cover ?? []), ...(of.attachments ?? [])]
export const textsOf = (of: Partial<Item>): string[] => [...PLAIN, ...RICH].flatMap(name => of[name] ?? [])

/** 60-WC9: the words by which a text is found: also in Traditional Chinese, and the names of its attachments. */
export function wordsOf(row: Item, fileNames: readonly string[]): string {
  const said = [...PLAIN.flatMap(name => row[name] ?? []), ...RICH.flatMap(name => (row[name] ? wordsOfRich(row[name]) : [])), ...fileNames].join('\n')
  return `${said}\n${translate('zh-tw', said)}`.toLowerCase().slice(0, 1_000_000)
}
/** 60-WC7: keeps what an item says now. */
export async function revise(db: Db, row: Item): Promise<void> {
  const files = await findAttachments(db, row.attachments ?? [])
  const words = wordsOf(
    row,
    files.map(f => f.name),
  )
  await db.insert(contentRevision, { itemId: row.id, no: row.lastNo, snapshot: snapshotOf(row) as unknown as Record<string, unknown>, words, byId: db.me.userId || null })
}
/** Tells every process that the public pages of the school have changed. */
export const pagesChanged = (db: Db): Promise<void> => db.changed(contentChannel)

export async function revisionOf(db: Db, { id, title }: Pick<Item, 'id' | 'title'>, no: number): Promise<Snapshot> {
  const row = await db.unscoped(contentRevision).find({ itemId: id, no }) // of an item the caller reaches
  if (!row) throw refusalOf(contentItem, 'noRevision', { title, no }, 'no')
  return row.snapshot as unknown as Snapshot
}
/** A value as editors read it: rich text by its words, files and references by name. */
async function said(db: Db, lang: Lang, name: string, value: unknown): Promise<string | null> {
  if (value === null || value === undefined || value === '') return null
  if ((RICH as readonly string[]).includes(name)) return wordsOfRich(String(value))
  if (name === 'channelId') return (await db.cached(contentChannel)).get(String(value))?.name ?? String(value)
  if (name === 'cover' || name === 'attachments') return (await findAttachments(db, value as string[])).map(f => f.name).join('、') || null
  if (name === 'sourceDeptId')
    return (await db.query<{ name: string }>(sql`select name from department where tenant_id = ${db.me.tenantId} and id = ${String(value)}`))[0]?.name ?? null
  if (name === 'audience') return translate(lang, contentItem.fields.audience.options.choices?.[value as 'public'] ?? String(value))
  return String(value)
}
const compare = handle(compareContent, async ({ db, lang }, given) => {
  const row = await db.visible(contentItem).one(given.id)
  const no = given.no ?? row.lastNo
  const other = given.with ?? row.liveNo ?? Math.max(1, no - 1)
  const [after, before] = [await revisionOf(db, row, no), await revisionOf(db, row, other)]
  const differ = CONTENT.filter(name => !isDeepStrictEqual(after[name as keyof Item] ?? null, before[name as keyof Item] ?? null))
  const changes = []
  for (const name of differ)
    changes.push({
      field: translate(lang, contentItem.fields[name as keyof typeof contentItem.fields].label),
      before: await said(db, lang, name, before[name as keyof Item]),
      after: await said(db, lang, name, after[name as keyof Item]),
    })
  return { no, with: other, last: row.lastNo, changes }
})
/** The old text becomes the newest revision, and waits for its review like any other. */
const restore = handle(restoreContent, async ({ db, refuse }, { id, no }) => {
  const row = await db.visible(contentItem).lock(id)
  const old = await revisionOf(db, row, no)
  const known = new Set((await findAttachments(db, filesOf(old))).map(f => f.id))
  const gone = filesOf(old).filter(file => !known.has(file))
  if (gone.length) refuse('files', { n: gone.length })
  if (!(await db.cached(contentChannel)).has(old.channelId)) throw refusalOf(contentItem, 'channel', {})
  const after = await db.update(contentItem, id, { ...old, lastNo: row.lastNo + 1, state: 'draft', step: 0, reviewerIds: [] } as Partial<Item>)
  await revise(db, after)
  await followItem(db, [after])
  return { no: after.lastNo }
})
export default [compare, restore]
