import sql from 'sql-template-tag'
import type { Task } from '#flow/index.ts'
import type { Entity } from '#model'
import type { Ctx } from '#server/context.ts'
import { type Looked, type Reading, readingsOf } from '../access.ts'

/** Newest application of a row, as print templates need it. */
export interface PaperCase extends Looked {
  bizId: string
  defVersionId: string
  /** The engine's task state, including those of subflows. */
  tasks: ReadonlyArray<Pick<Task, 'no' | 'visit' | 'instead'>>
  /** The printing user's read access; undefined: none. */
  reading?: Reading | undefined
}
const COLUMNS = sql`i.id, i.biz_id as "bizId", i.def_id as "defId", i.def_version_id as "defVersionId", i.process_type as "processType", i.applicant_id as "applicantId",
  i.submitted_by as "submittedBy", coalesce(i.flow->'tasks', '[]') as tasks`

/** Applications of these rows; rows never submitted are absent. */
export async function paperCases(ctx: Pick<Ctx, 'db' | 'me'>, e: Entity, ids: readonly string[]): Promise<PaperCase[]> {
  const found = await ctx.db.query<PaperCase>(sql`select distinct on (i.biz_id) ${COLUMNS} from process_instance i
    where i.tenant_id = ${ctx.me.tenantId} and i.biz_type = ${e.name} and i.biz_id = any(${[...ids]}::text[]) order by i.biz_id, i.started_at desc`)
  const readings = found.length ? await readingsOf(ctx, found) : new Map<string, Reading>()
  return found.map(one => ({ ...one, reading: readings.get(one.id) }))
}
/** Subflows of these cases; readers of the outer case may read them. */
export const casesInside = ({ db, me }: Pick<Ctx, 'db' | 'me'>, ids: readonly string[]): Promise<PaperCase[]> =>
  db.query(sql`select ${COLUMNS} from process_instance i where i.tenant_id = ${me.tenantId} and i.biz_type like 'sub:%' and i.biz_id = any(${[...ids]}::text[])`)
