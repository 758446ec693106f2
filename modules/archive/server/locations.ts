import { refusalOf } from '#model'
import { type Ctx, type Db, rules } from '#server/context.ts'
import { archiveFile } from '../model/archive-file.ts'
import { type ArchiveLocation, archiveLocation, LOCATION_KINDS } from '../model/archive-location.ts'

const ORDER = Object.keys(LOCATION_KINDS) as Array<ArchiveLocation['kind']>
/** The place in words, from the room on: `一号库房 3 柜 2 层`. */
export async function placeName(db: Db, id: string): Promise<string> {
  const all = await db.cached(archiveLocation)
  const names: string[] = []
  for (let at = all.get(id) ?? (await db.unscoped(archiveLocation).one(id)); ; ) {
    // places without data of students
    names.unshift(at.name)
    const above = all.get(at.parentId ?? '')
    if (!above || names.length > ORDER.length) return names.join(' ').slice(0, 120)
    at = above
  }
}
/** A box lies on a layer, a layer in a cabinet, a cabinet in a room; so nothing lies in itself. */
async function check({ db }: Ctx, { kind, parentId }: Pick<ArchiveLocation, 'kind' | 'parentId'>): Promise<void> {
  const above = ORDER[ORDER.indexOf(kind) - 1]
  const label = { text: LOCATION_KINDS[kind] }
  if (!parentId && above) throw refusalOf(archiveLocation, 'noParent', { kind: label }, 'parentId')
  const parent = parentId ? await db.unscoped(archiveLocation).one(parentId) : undefined // places without data of students
  if (parent && parent.kind !== above)
    throw refusalOf(archiveLocation, 'parentKind', { kind: label, parent: parent.name, parentKind: { text: LOCATION_KINDS[parent.kind] } }, 'parentId')
}
export default rules(archiveLocation, {
  add: (ctx, draft) => check(ctx, { kind: draft.kind as ArchiveLocation['kind'], parentId: draft.parentId ?? null }),
  update: (ctx, row, patch) => check(ctx, { ...row, ...patch }),
  async remove({ db }, { id, name }) {
    const count = await db.unscoped(archiveFile).count({ locationId: id }) // whosever they are
    if (count) throw refusalOf(archiveLocation, 'used', { name, count })
  },
})
