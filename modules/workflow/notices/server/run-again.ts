import sql from 'sql-template-tag'
import { entityNamed, type Row } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { publicNotice, publicNoticeLine } from '../model/notice.ts'
import { objection } from '../model/objection.ts'
import { kindNamed, type NoticeLineOf } from './kinds.ts'
import type { LineOfNotice } from './lines.ts'
import { type Notice, publishNotice } from './publish.ts'

type Left = Pick<Row<typeof publicNoticeLine>, 'bizId' | 'studentId' | 'userId' | 'shown'>
/**
 * 40-N3: an upheld objection restarts the notice only where somebody moves up. A running notice is replaced by a new one of full length with all lines; after its
 * end the other lines stand, and only those who move up go on notice. Returns who moved up.
 */
export async function runAgain(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, line: LineOfNotice): Promise<string[]> {
  const moving = (await kindNamed(ctx.db, line.bizType)?.movesUp?.(ctx, line.bizId)) ?? []
  if (!moving.length) return []
  const { db } = ctx
  const old = await db.unscoped(publicNotice).one(line.noticeId) // the notice of the objection being decided
  const left = old.state === 'running' ? await takeOff(db, old) : []
  const made = await publishNotice(ctx, {
    ...{
      round: { id: old.roundId, name: old.title, noticeWorkdays: old.workdays, ownerDepartmentId: old.departmentId },
      roundOf: entityNamed(old.roundType),
      of: entityNamed(line.bizType),
    },
    ...{ level: old.level, columns: old.columns ?? [], handlerRole: old.handlerRole, previousId: old.id },
    lines: [
      ...left.map(
        ({ bizId, studentId, userId, shown }): NoticeLineOf => ({ bizId, ...(studentId ? { studentId } : {}), ...(userId ? { person: { userId } } : {}), values: shown ?? {} }),
      ),
      ...moving,
    ],
  })
  if (left.length) await follow(db, old, made)
  return moving.map(m => m.bizId)
}
/** Ends the old notice and marks its lines replaced, which frees the unique index for the new ones. */
export async function takeOff(db: Db, old: Notice): Promise<Left[]> {
  const left = await db.updateWhere(
    publicNoticeLine,
    { noticeId: old.id, state: ['shown', 'suspended'] },
    { state: 'replaced' },
    { returning: ['bizId', 'studentId', 'userId', 'shown'], history: false }, // follows from the end of the notice
  )
  await db.update(publicNotice, old.id, { state: 'stopped', endedAt: new Date().toISOString() })
  return left
}
/** Moves open objections to the new lines, which stay suspended. */
async function follow(db: Db, old: Notice, made: Notice): Promise<void> {
  const from = sql`public_notice_line before join public_notice_line fresh on fresh.tenant_id = before.tenant_id and fresh.notice_id = ${made.id} and fresh.biz_id = before.biz_id`
  const isOpen = sql`t.state = 'open' and before.tenant_id = t.tenant_id and before.id = t.line_id and before.notice_id = ${old.id}`
  const moved = await db.updateWhere(objection, isOpen, { noticeId: made.id, lineId: sql`fresh.id` }, { from, returning: ['lineId'] })
  await db.updateWhere(publicNoticeLine, { id: moved.map(o => o.lineId) }, { state: 'suspended' })
}
