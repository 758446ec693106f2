import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import type { PrintOrder } from './document.ts'
import { deskWorkers, fontFolder } from './fill.ts'

/** A PDF of documents that a module composes itself, drawn in a thread: that of single documents, unless the caller has many. */
export const drawPdf = (db: Db, order: Omit<PrintOrder, 'fontFolder'>, workersOf = deskWorkers): Promise<Buffer> => {
  const { kernel: core } = db as Gate
  return workersOf(core).print({ ...order, fontFolder: fontFolder({ core }) })
}
