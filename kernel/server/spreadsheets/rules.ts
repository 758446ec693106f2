import type { Sql } from 'sql-template-tag'
import { raw } from 'sql-template-tag'
import type { Entity, Row } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'
import type { SheetSpec } from './write.ts'

/** Staged rows of an import, in the transaction that validates or writes them. */
export interface Stage {
  /** Temporary table with all columns of the entity's table, as the row would be after the import, plus `_row` (line in the sheet), `_new` (to be inserted) and `_changed`.
   *  Compare encrypted fields by `x_hash`. */
  rows: Sql
  tenantId: string
  userId: string
  mode: 'insert' | 'upsert'
}
export interface RowFault {
  field?: string
  /** Key of one of the entity's refusals. */
  rule: string
  values?: Record<string, unknown>
}
type Names<E> = E extends Entity<infer F> ? ReadonlyArray<keyof F & string> : never

/** Import hooks of an entity, beyond values, references, keys and scope. An entity with `rules()` but no `importRules()` is imported row by row through its record verbs:
 *  correct, but slower. */
export interface ImportHooks<E extends Entity> {
  /** Fields written although the sheet may not contain them: filled by `row` or `prepare`. */
  fills?: Names<E>
  /** Importable fields omitted from the template and refused in a sheet. */
  without?: Names<E>
  /** Fields of new rows that follow from others where the sheet leaves them empty: none of them is required of a sheet. Stored rows keep theirs. */
  derives?: { fields: Names<E>; of(values: Readonly<Record<string, unknown>>): Partial<Row<E>> }
  /** Fields that new rows must have though the declaration does not demand them: marked in the template. */
  requires?: Names<E>
  /** Alternative natural keys, tried in order for rows whose `importKey` is empty. */
  keys?: ReadonlyArray<Names<E>>
  /** Turns a file as others deliver it into a sheet with the entity's own headers, line for line, by the fields sent with the upload; undefined where the file is such a sheet. */
  converts?: { types: readonly string[]; run(db: Db, file: { name: string; path: string }, fields: Readonly<Record<string, string>>): Promise<SheetSpec | undefined> }
  /** Per-row hook in memory, decrypted, before comparison with stored rows: may change `values` (the fields in the sheet) and returns errors. */
  row?(values: Partial<Row<E>> & Record<string, unknown>): readonly RowFault[]
  /** Set-based hook before comparison with stored rows: fills derived columns of `stage.rows`, creates rows they need. Rolled back during validation. */
  prepare?(db: Db, stage: Stage): Promise<void>
  /** Queries returning faulty rows as `row`, `field`, `rule` (key of the entity's refusals), `values` (jsonb). */
  check?(stage: Stage, db: Db): readonly Sql[]
  /** Runs after the rows are written, in the same transaction: histories, counters, events. */
  written?(db: Db, stage: Stage): Promise<void>
}
/** Key under which staged data keep derived values; no column is named so. */
export const DERIVED = '_derived'
export interface ImportRules {
  kind: 'importRules'
  entity: Entity
  hooks: ImportHooks<Entity>
}
export const entityImports = extensionPoint<ImportRules>('importRules', { id: r => r.entity.name, entity: r => r.entity.name })
/** Declares the set-based import of an entity; a default export of `modules/x/server/*.ts`.
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
