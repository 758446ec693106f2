import sql, { type Sql } from 'sql-template-tag'
import { type Db, rules } from '#server/context.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveRequirement } from '../model/archive-requirement.ts'

/** 50-AR5: looks anew at what these files `f` lack: kinds that the student's level requires and none of which is filed, and kinds of papers that are expected. */
export async function followMissing(db: Db, files: Sql): Promise<void> {
  const kinds = sql`select f.id, (select jsonb_agg(k.kind order by k.kind) from (
      select r.kind from archive_requirement r join student s on s.tenant_id = r.tenant_id and s.id = f.student_id and s.level = r.education_level
      where r.tenant_id = f.tenant_id and not exists (select from archive_material m where m.tenant_id = f.tenant_id and m.file_id = f.id and m.kind = r.kind and m.filed_on is not null)
      union select m.kind from archive_material m where m.tenant_id = f.tenant_id and m.file_id = f.id and m.filed_on is null) k) as kinds
    from archive_file f where f.tenant_id = ${db.me.tenantId} and ${files}`
  await db.updateWhere(archiveFile, sql`t.id = x.id and t.missing_kinds is distinct from x.kinds`, { missingKinds: sql`x.kinds` }, { from: sql`(${kinds}) x`, bookkeeping: true })
}
const ofLevel = (level: string): Sql => sql`f.student_id in (select s.id from student s where s.tenant_id = f.tenant_id and s.level = ${level}) and f.state <> 'delivered'`
export default rules(archiveRequirement, {
  added: ({ db }, { educationLevel }) => followMissing(db, ofLevel(educationLevel)),
  removed: ({ db }, { educationLevel }) => followMissing(db, ofLevel(educationLevel)),
})
