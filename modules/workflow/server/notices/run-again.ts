import sql from 'sql-template-tag'
import { entityNamed } from '#model'
import type { Ctx, Db } from '#server/context.ts'
import { publicNotice } from '../../model/notice.ts'
import { kindNamed, type NoticeLineOf } from './kinds.ts'
import type { Standing } from './lines.ts'
import { type Notice, publishNotice } from './publish.ts'

interface Left {
  id: string
  bizId: string
  studentId: string
  shown: Record<string, string>
}
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
    lines: [...left.map(({ bizId, studentId, shown }): NoticeLineOf => ({ bizId, studentId, values: shown })), ...moving],
  })
  if (left.length) await follow(db, old, made)
  return moving.map(m => m.bizId)
}
/** The old notice stops; its lines make room for the new ones. */
async function takeOff(db: Db, old: Notice): Promise<Left[]> {
  const left = await db.query<Left>(sql`update public_notice_line set state = 'replaced', version = version + 1, updated_at = now()
    where tenant_id = ${db.me.tenantId} and notice_id = ${old.id} and state in ('shown', 'suspended') returning id, biz_id as "bizId", student_id as "studentId", shown`)
  await db.update(publicNotice, old.id, { state: 'stopped', endedAt: new Date().toISOString() })
  return left
}
/** What is open against others goes with them, and keeps them suspended. */
async function follow(db: Db, old: Notice, made: Notice): Promise<void> {
  await db.query(sql`with moved as (update objection o set notice_id = ${made.id}, line_id = fresh.id, version = o.version + 1, updated_at = now()
      from public_notice_line before join public_notice_line fresh on fresh.tenant_id = before.tenant_id and fresh.notice_id = ${made.id} and fresh.biz_id = before.biz_id
      where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and before.tenant_id = o.tenant_id and before.id = o.line_id and before.notice_id = ${old.id} returning fresh.id)
    update public_notice_line l set state = 'suspended' from moved where l.tenant_id = ${db.me.tenantId} and l.id = moved.id`)
}
