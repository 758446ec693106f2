import sql from 'sql-template-tag'
import { entityNamed, hasEntity } from '#model'
import { type Ctx, compute } from '#server/context.ts'
import { changesOf } from '#server/records/history.ts'
import { auditLog, operationLog } from '../model/logs.ts'
import { actionName } from './names.ts'

type Line = Record<string, unknown> & { id: string; action: string; bizType: string | null; bizId: string | null }
const nameActions = async ({ lang }: Ctx, rows: readonly Line[]): Promise<void> => {
  for (const row of rows) row.actionName = actionName(lang, row.action, row.bizType)
}
/** Old and new values of each entry, masked like the row itself. */
async function showChanges({ db }: Ctx, rows: readonly Line[]): Promise<void> {
  const found = await db.query<{ id: string; diff: Record<string, { from: unknown; to: unknown }> | null }>(
    sql`select id, diff from operation_log where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.id)}::uuid[])`,
  )
  const diffs = new Map(found.map(f => [f.id, f.diff]))
  for (const row of rows) row.changes = row.bizType && hasEntity(row.bizType) ? changesOf(entityNamed(row.bizType), diffs.get(row.id) ?? {}) : []
}
/** Students by number and name; other subjects only by kind, because entries outlive their rows. */
async function nameSubjects({ db }: Ctx, rows: readonly Line[]): Promise<void> {
  const ids = rows.filter(r => r.bizType === 'student' && r.bizId).map(r => r.bizId as string)
  const found = ids.length
    ? await db.query<{ id: string; name: string }>(
        sql`select id, concat_ws(' ', student_no, name) as name from student where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])`,
      )
    : []
  const names = new Map(found.map(f => [f.id, f.name]))
  for (const row of rows) row.subjectName = names.get(row.bizId ?? '') ?? null
}
export default [
  compute(operationLog, ['actionName', 'changes'], async (ctx, rows) => {
    await nameActions(ctx, rows as unknown as Line[])
    await showChanges(ctx, rows as unknown as Line[])
  }),
  compute(auditLog, ['actionName', 'subjectName'], async (ctx, rows) => {
    await nameActions(ctx, rows as unknown as Line[])
    await nameSubjects(ctx, rows as unknown as Line[])
  }),
]
