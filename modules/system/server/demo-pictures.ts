import { Readable } from 'node:stream'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Gate } from '#server/data/gate.ts'
import { keep } from '#server/files/attachments.ts'
import { receive } from '#server/files/receive.ts'
import { openStore } from '#server/files/store.ts'
import { carousel } from '../model/carousel.ts'

type Place = 'login' | 'desktop' | 'mobile'
const PICTURES: ReadonlyArray<[title: string, from: string, to: string, places: readonly Place[], link: string]> = [
  ['安全教育月', '#12305c', '#2063c4', ['desktop', 'mobile'], '/personal/mynotice'],
  ['学生资助政策宣传', '#0d5c55', '#15a08f', ['desktop', 'mobile'], '/servicecenter'],
  ['阳光体育', '#6b3f12', '#c88a2e', ['desktop'], '/personal/mynotice'],
]
const drawn = (from: string, to: string, width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/><g fill="#fff" opacity=".12"><path d="M0 ${height} L${width * 0.3} ${height * 0.45} L${width * 0.55} ${height} Z"/><path d="M${width * 0.35} ${height} L${width * 0.7} ${height * 0.3} L${width} ${height} Z"/><circle cx="${width * 0.82}" cy="${height * 0.28}" r="${height * 0.12}"/></g></svg>`),
  )
    .jpeg({ quality: 86 })
    .toBuffer()
/** Five pictures: hills in three colours, for desktops and phones. */
export async function hangPictures(db: Db): Promise<void> {
  const [admin] = await db.query<{ id: string }>(sql`select id from sys_user where tenant_id = ${db.me.tenantId} and user_name = 'admin'`)
  if (!admin) return
  const store = await openStore((db as Gate).kernel)
  for (const [sort, [title, from, to, places, link]] of PICTURES.entries())
    for (const place of places) {
      const isPhone = place === 'mobile'
      const content = await drawn(from, to, isPhone ? 750 : 1920, isPhone ? 320 : 600)
      const received = await receive(`${title}.jpg`, Readable.from([content]), { tmp: store.tmp, maxMb: 5 })
      const file = await keep(db, store, received, { bizType: 'carousel', field: 'image', ownerId: admin.id })
      const row = await db.insert(carousel, { title, image: [file.id], link, place, sort })
      await db.query(sql`update attachment set biz_id = ${row.id} where tenant_id = ${db.me.tenantId} and id = ${file.id}`)
    }
}
