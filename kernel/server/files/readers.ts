import type { Entity } from '#model'
import { extensionPoint } from '../base/extension-point.ts'
import type { Db } from '../context.ts'

/** Who else may read the files of an entity's rows than those who may list the rows: readers of a notice, the other side of an application. */
export interface FileReader {
  kind: 'fileReader'
  bizType: string
  /** `field` is where the row names the file. */
  may: (db: Db, rowId: string, field: string | null) => Promise<boolean>
}
export const fileReaders = extensionPoint<FileReader>('fileReader', { entity: r => r.bizType })
/** Registration of a module's server file. */
export const fileReader = (of: Entity, may: FileReader['may']): FileReader => fileReaders.make({ bizType: of.name, may })
