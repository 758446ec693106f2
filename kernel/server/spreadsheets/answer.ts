import { buffer } from 'node:stream/consumers'
import type { Blob } from '../context.ts'
import { downloadHeaders, XLSX } from '../http/download.ts'
import { type SheetSpec, writeWorkbook } from './write.ts'

/** A small table as the response of an action, with the headers of a download. Lists of records use `export`. */
export async function sheetAnswer(spec: SheetSpec): Promise<Blob> {
  return { blob: await buffer(writeWorkbook(spec)), type: XLSX, headers: downloadHeaders(`${spec.name}.xlsx`) }
}
