import type { Entity } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Further readers of an entity's files besides holders of `list` for the row: readers of a notice, the other party of an application. */
export interface FileReader {
  kind: 'fileReader'
  bizType: string
  /** `field` names the row's field that holds the file. */
  may: (db: Db, rowId: string, field: string | null) => Promise<boolean>
}
export const fileReaders = extensionPoint<FileReader>('fileReader', { entity: r => r.bizType })
/** Registers a file reader; used in a module's server file. */
export const fileReader = (of: Entity, may: FileReader['may']): FileReader => fileReaders.make({ bizType: of.name, may })
