import sql from 'sql-template-tag'
import { entityNamed, type Row } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { publicNotice, publicNoticeLine } from '../../model/notice.ts'
import { objection } from '../../model/objection.ts'
import { kindNamed, type NoticeLineOf } from './kinds.ts'
import type { Standing } from './lines.ts'
import { type Notice, publishNotice } from './publish.ts'

type Left = Pick<Row<typeof publicNoticeLine>, 'bizId' | 'studentId' | 'shown'>
/** 40-N3: an upheld objection lets the whole notice run again only where somebody moves up. While it runs, a new one of full length with everybody on it takes its place;
 *  after its end the others stand, and only who moves up is put on notice. Answers who moved up. */
export async function runAgain(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, line: Standing): Promise<string[]> {
  const moving = (await kindNamed(line.bizType)?.movesUp?.(ctx, line.bizId)) ?? []
  if (!moving.length) return []
  const { db } = ctx
  const old = await db.unscoped(publicNotice).one(line.noticeId) // the notice of the objection one decides
  const left = old.state === 'running' ? await takeOff(db, old) : []
  const made = await publishNotice(ctx, {
    ...{
      round: { id: old.roundId, name: old.title, noticeWorkdays: old.workdays, ownerDepartmentId: old.departmentId },
      roundOf: entityNamed(old.roundType),
      of: entityNamed(line.bizType),
    },
    ...{ level: old.level, columns: old.columns ?? [], handlerRole: old.handlerRole, previousId: old.id },
    lines: [...left.map(({ bizId, studentId, shown }): NoticeLineOf => ({ bizId, studentId, values: shown ?? {} })), ...moving],
  })
  if (left.length) await follow(db, old, made)
  return moving.map(m => m.bizId)
}
/** The old notice stops; its lines make room for the new ones. */
async function takeOff(db: Db, old: Notice): Promise<Left[]> {
  const left = await db.updateWhere(
    publicNoticeLine,
    { noticeId: old.id, state: ['shown', 'suspended'] },
    { state: 'replaced' },
    { returning: ['bizId', 'studentId', 'shown'], history: false }, // follows from the stop of the notice
  )
  await db.update(publicNotice, old.id, { state: 'stopped', endedAt: new Date().toISOString() })
  return left
}
/** What is open against others goes with them, and keeps them suspended. */
async function follow(db: Db, old: Notice, made: Notice): Promise<void> {
  const from = sql`public_notice_line before join public_notice_line fresh on fresh.tenant_id = before.tenant_id and fresh.notice_id = ${made.id} and fresh.biz_id = before.biz_id`
  const isOpen = sql`t.state = 'open' and before.tenant_id = t.tenant_id and before.id = t.line_id and before.notice_id = ${old.id}`
  const moved = await db.updateWhere(objection, isOpen, { noticeId: made.id, lineId: sql`fresh.id` }, { from, returning: ['lineId'] })
  await db.updateWhere(publicNoticeLine, { id: moved.map(o => o.lineId) }, { state: 'suspended' })
}
