import type { Row } from '#model'
import type { Db } from '#server/context.ts'
import type { graduationAudit } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'

export type Batch = Row<typeof graduationBatch>
export type Audit = Row<typeof graduationAudit>
/** A batch by its id: what staff may do with its students is decided by the scope of the students. */
export const batchOf = (db: Db, id: string): Promise<Batch> => db.unscoped(graduationBatch).one(id) // see above
