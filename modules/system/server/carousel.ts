import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { type Db, handle, type Lang, rules } from '#server/context.ts'
import { setPublic } from '#server/files/attachments.ts'
import { fileReader } from '#server/files/readers.ts'
import { parseLiveAudience } from '../model/audience.ts'
import { carousel, currentPictures, myPictures, OPEN_PLACES, type OpenPlace, PLACES } from '../model/carousel.ts'
import { forCaller } from './audience.ts'

type Picture = Row<typeof carousel>
const OPEN: ReadonlySet<string> = new Set(Object.keys(OPEN_PLACES))
const LINK = '/api/flySource-oss/oss/endpoint/link-file?fileId='
const PUBLIC = '/api/flySource-oss/openApi/public/link-file?fileId='
function check(row: Partial<Picture>): void {
  const { beginAt, endAt, link, place, audience } = row
  if (beginAt && endAt && Date.parse(endAt) <= Date.parse(beginAt)) throw refusalOf(carousel, 'dates', { beginAt, endAt }, 'endAt')
  const isOwn = link?.startsWith('/') && !/^\/[/\\]/.test(link)
  if (link && !isOwn && !(URL.canParse(link) && /^https?:$/.test(new URL(link).protocol))) throw refusalOf(carousel, 'link', { link: link.slice(0, 80) }, 'link')
  if (audience && place && OPEN.has(place)) throw refusalOf(carousel, 'openPlace', { place: PLACES[place] }, 'audience')
}
/** Pictures of those places are made public files. */
const publish = (db: Db, row: Picture): Promise<void> => setPublic(db, carousel, row.id, OPEN.has(row.place))
/** Pictures of a place that are valid now and whose file exists. */
const current = (db: Db, place: string, lang: Lang): Promise<Array<Pick<Picture, 'id' | 'title' | 'link' | 'audience'> & { fileId: string }>> =>
  db.query(sql`select c.id, c.title, c.link, c.audience, a.id as "fileId" from carousel c join attachment a on a.tenant_id = c.tenant_id and a.id = (c.image->>0)::uuid and a.scan_state <> 'blocked'
    where c.tenant_id = ${db.me.tenantId} and c.place = ${place} and c.is_enabled and c.lang in ('all', ${lang}) and (c.begin_at is null or c.begin_at <= now()) and (c.end_at is null or c.end_at > now())
    order by c.sort, c.id limit 10`)
/** The pictures of a place that everybody sees. */
export const openPictures = async (db: Db, place: OpenPlace, lang: Lang) =>
  (await current(db, place, lang)).map(p => ({ id: p.id, title: p.title, link: p.link, url: PUBLIC + p.fileId }))
export default [
  fileReader(carousel, async (db, id) => {
    const row = await db.unscoped(carousel).find({ id }) // access is decided by the audience
    return row?.isEnabled === true && (await forCaller(db, [row])).length > 0
  }),
  rules(carousel, {
    async add(_ctx, draft) {
      if (draft.audience) draft.audience = parseLiveAudience(draft.audience)
      check(draft)
    },
    async update(_ctx, row, patch) {
      if (patch.audience) patch.audience = parseLiveAudience(patch.audience)
      check({ ...row, ...patch })
    },
    added: ({ db }, row) => publish(db, row),
    updated: ({ db }, _before, row) => publish(db, row),
  }),
  handle(currentPictures, ({ db, lang }, { place }) => openPictures(db, place, lang)),
  handle(myPictures, async ({ db, lang }, { place }) => {
    const mine = await forCaller(db, await current(db, place, lang))
    return mine.map(p => ({ id: p.id, title: p.title, link: p.link, url: LINK + p.fileId }))
  }),
]
