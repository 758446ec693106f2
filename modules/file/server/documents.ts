import sql from 'sql-template-tag'
import { type OutputOf, type Row, refusalOf } from '#model'
import { depthOf, heightOf, subtree } from '#model/tree.ts'
import { parseLiveAudience } from '#modules/system/model/audience.ts'
import { forCaller, publishesWith } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle, rules } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { likePattern } from '#server/data/where.ts'
import { fileReader } from '#server/files/readers.ts'
import { countDownload, type Edition, fileDoc, fileFolder, myDocuments } from '../model/files.ts'

const DEPTH_MAX = 4
type Doc = Row<typeof fileDoc>
type Shown = OutputOf<typeof myDocuments>['documents'][number] & Pick<Doc, 'audience'>
const isCurrent = (doc: Pick<Doc, 'isEnabled' | 'validTo'>): boolean => doc.isEnabled && (doc.validTo === null || doc.validTo >= today())
/** A valid document with the caller in its audience; no other scope applies. */
async function reached(db: Db, id: string): Promise<boolean> {
  const doc = await db.unscoped(fileDoc).find({ id })
  return doc !== undefined && isCurrent(doc) && (await forCaller(db, [doc])).length > 0
}
const editionOf = (fileId: string | undefined, edition: number, byName: string): Edition => ({ edition, fileId: fileId ?? '', at: new Date().toISOString(), byName })

export default [
  fileReader(fileDoc, reached),
  rules(fileFolder, {
    async add({ db }, draft) {
      if (draft.parentId) await checkPlace(db, draft.parentId)
    },
    async update({ db }, row, patch) {
      if (patch.parentId) await checkPlace(db, patch.parentId, row)
    },
  }),
  rules(fileDoc, {
    async add({ me }, draft) {
      draft.audience = parseLiveAudience(draft.audience)
      Object.assign(draft, { editions: [editionOf(draft.file?.[0], 1, me.nickName)] })
    },
    /** A new file is a new edition; older ones are kept. */
    async update({ me }, row, patch) {
      if (patch.audience) patch.audience = parseLiveAudience(patch.audience)
      const file = patch.file?.[0]
      if (!file || file === row.file?.[0]) return
      const edition = row.edition + 1
      Object.assign(patch, { edition, editions: [editionOf(file, edition, me.nickName), ...(row.editions ?? [])] })
    },
  }),
  handle(myDocuments, async ({ db }, { keyword }) => {
    const docs = await db.query<Shown>(sql`
      select d.id, d.name, d.audience, d.note, d.edition, d.updated_at as "updatedAt", f.name as folder, a.id as "fileId", a.ext, a.size::float8 as size
      from file_doc d join file_folder f on f.tenant_id = d.tenant_id and f.id = d.folder_id
      join attachment a on a.tenant_id = d.tenant_id and a.id = (d.file->>0)::uuid and (a.expires_at is null or a.expires_at > now())
      where d.tenant_id = ${db.me.tenantId} and d.is_enabled and (d.valid_to is null or d.valid_to >= ${today()}) and (${keyword ?? ''} = '' or d.name like ${likePattern(keyword ?? '')})
      order by d.updated_at desc limit 300`)
    return { documents: (await forCaller(db, docs)).map(({ audience: _theirs, ...doc }) => doc) }
  }),
  handle(countDownload, async ({ db }, { id }) => {
    if (!(await reached(db, id))) throw notFound()
    await db.updateWhere(fileDoc, { id }, { downloads: sql`downloads + 1` }, { bookkeeping: true })
  }),
  publishesWith('file:fileDoc:add'),
]
/** A folder must not be moved below itself, nor exceed the depth limit with its descendants. */
async function checkPlace(db: Db, parentId: string, folder?: Row<typeof fileFolder>): Promise<void> {
  const all = await db.unscoped(fileFolder).all() // cycles are only visible in the whole tree
  if (folder && subtree(all, folder.id).has(parentId)) throw refusalOf(fileFolder, 'cycle', { name: folder.name }, 'parentId')
  const depth = depthOf(new Map(all.map(f => [f.id, f])), parentId) + (folder ? heightOf(all, folder.id) : 1)
  if (depth > DEPTH_MAX) throw refusalOf(fileFolder, 'depth', { max: DEPTH_MAX }, 'parentId')
}
