import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { carousel } from '../model/carousel.ts'

type Place = 'login' | 'desktop' | 'mobile'
const PICTURES: ReadonlyArray<[title: string, from: string, to: string, places: readonly Place[], link: string]> = [
  ['安全教育月', '#12305c', '#2063c4', ['desktop', 'mobile'], '/personal/mynotice'],
  ['学生资助政策宣传', '#0d5c55', '#15a08f', ['desktop', 'mobile'], '/servicecenter'],
  ['阳光体育', '#6b3f12', '#c88a2e', ['desktop'], '/personal/mynotice'],
]
const hills = (from: string, to: string, width: number, height: number): Promise<Buffer> =>
  drawn(
    width,
    height,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/><g fill="#fff" opacity=".12"><path d="M0 ${height} L${width * 0.3} ${height * 0.45} L${width * 0.55} ${height} Z"/><path d="M${width * 0.35} ${height} L${width * 0.7} ${height * 0.3} L${width} ${height} Z"/><circle cx="${width * 0.82}" cy="${height * 0.28}" r="${height * 0.12}"/></g>`,
  )
/** Five pictures: hills in three colours, for desktops and phones. */
export async function hangPictures(db: Db): Promise<void> {
  const admin = await demoAccount(db, 'admin')
  if (!admin) return
  for (const [sort, [title, from, to, places, link]] of PICTURES.entries())
    for (const place of places) {
      const isPhone = place === 'mobile'
      const content = await hills(from, to, isPhone ? 750 : 1920, isPhone ? 320 : 600)
      const id = uuidv7()
      const image = await demoFile(db, carousel, id, { name: `${title}.jpg`, content, field: 'image', ownerId: admin.id })
      await db.insert(carousel, { id, title, image: [image], link, place, sort })
    }
}
