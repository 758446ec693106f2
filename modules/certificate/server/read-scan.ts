import { readFile } from 'node:fs/promises'
import { refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { certCatalog } from '../model/cert-catalog.ts'
import { scanOf } from '../model/read-scan.ts'
import { readScan } from '../model/scan.ts'
import { studentCert } from '../model/student-cert.ts'
import { readerOf } from './text-reader.ts'

/** Reads a scan of the caller's own that belongs to no certificate yet. */
export default handle(readScan, async ({ db }, { fileId, catalogId }) => {
  const reader = await readerOf(db)
  if (!reader) throw refusalOf(studentCert, 'noReader')
  const scan = await withUpload(db, fileId, studentCert.fields.files.options.types ?? [], async ({ path, type }) => ({ type, content: await readFile(path) }))
  const lines = await reader.read(db, scan).catch(() => undefined)
  if (!lines) throw refusalOf(studentCert, 'silent')
  const entry = catalogId ? (await db.cached(certCatalog)).get(catalogId) : undefined
  return scanOf(lines, entry?.noPattern ?? '')
})
