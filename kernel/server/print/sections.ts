import type { Entity } from '#model'
import type { SectionsBlock } from '#model/print-layout.ts'
import { extensionPoint } from '../base/extension-point.ts'
import type { Ctx, Db } from '../context.ts'
import type { Filling } from './build-documents.ts'
import type { DocumentPart, Part } from './document.ts'
import { imageOf } from './image.ts'

/** How a document is printed: personal values in full only with the permission, and a reason. */
export interface Printing {
  plain: boolean
  reason: string | null
}
/** A part as modules tell it: pictures by their files, which the source has found to be for this reader. */
export type SectionPart = Part | { kind: 'picture'; fileId: string }
/** What modules know of a row, as parts of its document. */
export interface SectionSource {
  kind: 'sectionSource'
  code: string
  label: string
  /** Name of the entity whose rows it knows of. */
  entity: string
  /** The caller may read the row; the source checks what else they may see. */
  feed(ctx: Ctx, id: string, how: Printing): Promise<readonly SectionPart[]>
}
export const sectionSources = extensionPoint<SectionSource>('sectionSource', { id: s => s.code })
/** Registers a source of sections for documents; default export of a module's server file. */
export const sectionSource = (given: Omit<SectionSource, 'kind'>): SectionSource => sectionSources.make(given)

/** Sources available for an entity. */
export const sectionsFor = (db: Db, e: Entity): SectionSource[] => db.registered(sectionSources).filter(source => source.entity === e.name)

/** The parts of a block of sections of one row. */
export async function sectionParts(filling: Filling, { by }: SectionsBlock, id: string): Promise<readonly DocumentPart[]> {
  const { ctx, entity, plain, reason } = filling
  const source = sectionsFor(ctx.db, entity).find(s => s.code === by)
  const parts: DocumentPart[] = []
  for (const part of (await source?.feed(ctx, id, { plain, reason })) ?? []) {
    const image = part.kind === 'picture' ? await imageOf(filling, part.fileId, true) : undefined
    if (part.kind !== 'picture') parts.push(part)
    else if (image) parts.push({ kind: 'picture', image })
  }
  return parts
}
