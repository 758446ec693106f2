import { stateAllows } from '#model'
import { DAY_MS } from '#model/days.ts'
import type { Db } from '#server/context.ts'
import { postApplication } from '../model/application.ts'
import type { Applied } from './application.ts'
import type { Post } from './posts.ts'
import { recognisedAmong } from './recognised.ts'
import { settingsOf } from './settings.ts'

/** 40-W4: until when only recognised students are offered this post; null once that has passed, or where it is not asked. */
export async function priorityUntil(db: Db, { difficultyFirst, openedAt }: Pick<Post, 'difficultyFirst' | 'openedAt'>): Promise<string | null> {
  if (!difficultyFirst || !openedAt) return null
  const { priorityDays } = await settingsOf(db)
  const until = Date.parse(openedAt) + priorityDays * DAY_MS
  return until > Date.now() ? new Date(until).toISOString() : null
}
type Judged = Pick<Applied, 'id' | 'postId' | 'studentId' | 'state' | 'fdyFit'>
/** Of these applications, those that may be offered the post now. */
export async function offerableAmong(db: Db, rows: readonly Judged[], posts: ReadonlyMap<string, Post>): Promise<Set<string>> {
  const open = rows.filter(r => stateAllows(postApplication, r, 'offer') && r.fdyFit !== 'unfit' && posts.get(r.postId)?.state === 'open')
  const waits = new Set<string>()
  for (const id of new Set(open.map(r => r.postId))) if (await priorityUntil(db, posts.get(id) as Post)) waits.add(id)
  const first = await recognisedAmong(
    db,
    open.filter(r => waits.has(r.postId)).map(r => r.studentId),
  )
  return new Set(open.filter(r => !waits.has(r.postId) || first.has(r.studentId)).map(r => r.id))
}
