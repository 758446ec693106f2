import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { postStates, workPost } from '../model/post.ts'
import type { Post } from './posts.ts'

/** 40-W5: a seat for an offer, under the lock of the post: never more than the headcount. */
export async function takeSeat(db: Db, postId: string): Promise<Post> {
  const post = await db.unscoped(workPost).lock(postId) // of an application in the caller's scope
  const { title, headcount, filled, state } = post
  if (state === 'full' || filled >= headcount) throw refusalOf(workPost, 'full', { title, headcount })
  if (state !== 'open') throw refusalOf(workPost, 'closed', { title, state: { text: postStates.labels[state] } })
  return db.update(workPost, postId, { filled: filled + 1, state: filled + 1 === headcount ? 'full' : 'open' })
}
/** Seats that are free again: a post that was full goes on looking. */
export async function returnSeats(db: Db, postIds: readonly string[]): Promise<void> {
  const counts = Map.groupBy(postIds, id => id)
  const posts = await db.unscoped(workPost).lockAll([...counts.keys()])
  await db.updateMany(
    workPost,
    posts.map(({ id, filled, state }) => ({ id, filled: filled - (counts.get(id)?.length ?? 0), state: state === 'full' ? ('open' as const) : state })),
  )
}
