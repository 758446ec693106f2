import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { swapPost, swapWish } from '../model/swap-post.ts'
import type { Crowd } from './demo.ts'
import type { Resident } from './demo-people.ts'

const LOOKS = [
  { floors: 'low', note: '腿脚不方便，想住低一点' },
  { floors: 'high', note: '喜欢安静，楼层高些也没关系' },
  { floors: null, note: '想离图书馆近一些' },
  { floors: 'middle', note: null },
  { floors: null, note: '希望室友也早睡' },
  { floors: 'low', note: null },
] as const
/** Posts on the swap board including the demo student's; one of the others has already marked interest. */
export async function demoBoard(db: Db, crowd: Crowd, own: Resident | undefined): Promise<void> {
  const owners = [...(own ? [own] : []), ...LOOKS.slice(1).flatMap(() => crowd.next(own?.gender) ?? [])]
  const until = addDays(today(), 25)
  await db.insertMany(
    swapPost,
    owners.map((who, n) => ({ studentId: who.id, stayId: who.stayId, dormIds: [], ...LOOKS[n % LOOKS.length], state: 'open' as const, until })),
  )
  if (!own) return
  const posts = await db.unscoped(swapPost).all({ state: 'open' }) // demo setup: no data scope
  const mine = posts.find(p => p.studentId === own.id)
  const other = posts.find(p => owners.some(o => o.id === p.studentId && o.id !== own.id && o.gender === own.gender))
  if (mine && other) await db.insert(swapWish, { postId: mine.id, byPostId: other.id })
}
