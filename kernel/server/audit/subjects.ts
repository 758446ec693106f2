import sql from 'sql-template-tag'
import { type Entity, storedFields } from '#model'
import type { Db } from '../context.ts'

const AT_ONCE = 5000
type Plain = Record<string, unknown>
/** Column with the id of the student a row belongs to. */
export const tieOf = (e: Entity): string | undefined => {
  const tie = e.options.scope.student
  return tie === 'id' || (tie && storedFields(e).some(([name]) => name === tie)) ? tie : undefined
}
/** Students whose rows an audited read returned, written in batches, so that "who saw this student" is one query. */
export class Subjects {
  private readonly db: Db
  private readonly auditId: string
  private readonly tie: string | undefined
  private waiting = new Set<string>()
  constructor(db: Db, of: Entity, auditId: string) {
    this.db = db
    this.auditId = auditId
    this.tie = tieOf(of)
  }
  async add(rows: readonly Plain[]): Promise<void> {
    if (!this.tie) return
    for (const row of rows) {
      const id = row[this.tie]
      if (typeof id === 'string') this.waiting.add(id)
    }
    if (this.waiting.size >= AT_ONCE) await this.flush()
  }
  async flush(): Promise<void> {
    const ids = [...this.waiting]
    this.waiting = new Set()
    if (ids.length)
      await this.db.query(
        sql`insert into audit_subject (tenant_id, student_id, audit_id) select ${this.db.me.tenantId}, id, ${this.auditId} from unnest(${ids}::uuid[]) id on conflict do nothing`,
      )
  }
}
export async function subjectsOf(db: Db, of: Entity, auditId: string, rows: readonly Plain[]): Promise<void> {
  const subjects = new Subjects(db, of, auditId)
  await subjects.add(rows)
  await subjects.flush()
}
