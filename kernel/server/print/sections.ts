import type { Entity } from '#model'
import type { SectionsBlock } from '#model/print-layout.ts'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'
import type { Filling } from './build-documents.ts'
import type { Part } from './document.ts'

/** How a document is printed: personal values in full only with the permission, and a reason. */
export interface Printing {
  plain: boolean
  reason: string | null
}
/** What modules know of a row, as parts of its document. */
export interface SectionSource {
  kind: 'sectionSource'
  code: string
  label: string
  /** Name of the entity whose rows it knows of. */
  entity: string
  /** The caller may read the row; the source checks what else they may see. */
  feed(ctx: Ctx, id: string, how: Printing): Promise<readonly Part[]>
}
export const sectionSources = extensionPoint<SectionSource>('sectionSource', { id: s => s.code })
/** Registers a source of sections for documents; default export of a module's server file. */
export const sectionSource = (given: Omit<SectionSource, 'kind'>): SectionSource => sectionSources.make(given)

/** Sources available for an entity. */
export const sectionsFor = (db: Db, e: Entity): SectionSource[] => db.registered(sectionSources).filter(source => source.entity === e.name)

/** The parts of a block of sections of one row. */
export async function sectionParts({ ctx, entity, plain, reason }: Filling, { by }: SectionsBlock, id: string): Promise<readonly Part[]> {
  const source = sectionsFor(ctx.db, entity).find(s => s.code === by)
  return (await source?.feed(ctx, id, { plain, reason })) ?? []
}
