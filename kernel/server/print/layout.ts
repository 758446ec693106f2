import type { Entity } from '#model'
import type { Layout, PaperSize } from '#model/print-layout.ts'
import { extensionPoint } from '../base/extension-point.ts'

/** A print template built into the program. */
export interface PrintTemplate {
  kind: 'printTemplate'
  code: string
  name: string
  entity: Entity
  /** Field naming the document's holder; shown masked on the check page. */
  holder: string
  paper: PaperSize
  layout: Layout
  /** Printed once for a row and never again, by whichever template of the entity: a certificate. */
  isOnce?: boolean
  /** Made by its module alone, after checks of its own: a letter of admission. */
  isMadeByModule?: boolean
  /** Printed of rows in these states alone: a certificate of what was held. */
  ofStates?: readonly string[]
}
export const printTemplates = extensionPoint<PrintTemplate>('printTemplate', { id: t => t.code, entity: t => t.entity.name })
type FieldOf<E> = E extends Entity<infer F> ? keyof F & string : never

/** Declares a print template for the rows of an entity; a default export of `modules/x/server/*.ts`.
 *  ```ts
 *  export default printTemplate(student, {
 *    code: 'studentCard', name: '学籍卡', holder: 'name', paper: 'A4',
 *    layout: { title: '学生学籍卡', blocks: [{ kind: 'grid', fields: ['name', 'studentNo'], photo: {} }] },
 *  })
 *  ``` */
export const printTemplate = <E extends Entity>(
  entity: E,
  given: { code: string; name: string; holder: FieldOf<E>; paper: PaperSize; layout: Layout<FieldOf<E>>; isOnce?: boolean; isMadeByModule?: boolean; ofStates?: readonly string[] },
): PrintTemplate => printTemplates.make({ entity: entity as unknown as Entity, ...given })
