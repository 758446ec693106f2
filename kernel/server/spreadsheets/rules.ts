import type { Sql } from 'sql-template-tag'
import { raw } from 'sql-template-tag'
import type { Entity, Row } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** The rows of one import inside the transaction that checks or writes them. */
export interface Stage {
  /** Temporary table with every column of the entity's table as the row will stand after the import, and
   *  `_row` (line in the sheet), `_new` (true for rows to add), `_changed`. Encrypted fields: only `x_hash` compares. */
  rows: Sql
  tenantId: string
  userId: string
  mode: 'insert' | 'upsert'
}
export interface RowFault {
  field?: string
  /** Key of the entity's refusals. */
  rule: string
  values?: Record<string, unknown>
}
type Names<E> = E extends Entity<infer F> ? ReadonlyArray<keyof F & string> : never

/** What an import of this entity needs beyond values, references, keys and scope.
 *  An entity that has `rules()` but no `importRules()` is imported row by row through its record verbs: right, but slower. */
export interface ImportHooks<E extends Entity> {
  /** Fields the import writes although the sheet may not name them: `row` or `prepare` fill them. */
  fills?: Names<E>
  /** Importable fields that the template leaves out and an import refuses. */
  without?: Names<E>
  /** Further natural keys, tried in order for rows whose `importKey` is empty. */
  keys?: ReadonlyArray<Names<E>>
  /** One row in memory, in the clear, before anything is compared: may fill or change `values`; answers what is wrong with it.
   *  `values` holds the fields the sheet names. */
  row?(values: Partial<Row<E>> & Record<string, unknown>): readonly RowFault[]
  /** All rows at once, before they are compared with what is stored: fills derived columns of `stage.rows`, makes rows they need.
   *  While checking, everything it writes is rolled back. */
  prepare?(db: Db, stage: Stage): Promise<void>
  /** Statements that each yield the faulty rows as `row`, `field`, `rule` (a key of the entity's refusals), `values` (jsonb). */
  check?(stage: Stage): readonly Sql[]
  /** After the rows are written, in the same transaction: histories, counters, events. */
  written?(db: Db, stage: Stage): Promise<void>
}
export interface ImportRules {
  kind: 'importRules'
  entity: Entity
  hooks: ImportHooks<Entity>
}
export const entityImports = extensionPoint<ImportRules>('importRules', { id: r => r.entity.name, entity: r => r.entity.name })
/** Declares how rows of an entity are imported set-based; a default export of `modules/x/server/*.ts`.
 *  ```ts
 *  export default importRules(student, {
 *    fills: ['departmentId'],
 *    async prepare(db, { rows }) {
 *      await db.query(sql`update ${rows} s set department_id = c.department_id from stu_class c where c.tenant_id = s.tenant_id and c.id = s.class_id`)
 *    },
 *    check: ({ rows }) => [sql`
 *      select s._row as row, 'classId' as field, 'otherMajor' as rule, jsonb_build_object('class', c.name) as values
 *      from ${rows} s join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where c.major_id <> s.major_id`],
 *  })
 *  ``` */
export const importRules = <E extends Entity>(entity: E, hooks: ImportHooks<E>): ImportRules =>
  entityImports.make({ entity: entity as unknown as Entity, hooks: hooks as unknown as ImportHooks<Entity> })
export const STAGE = raw('import_stage')
