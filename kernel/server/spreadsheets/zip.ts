import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { type Entry, open as openZip, type ZipFile } from 'yauzl'
import { sheetRefusal } from './texts.ts'

const MB = 1024 * 1024
const SMALL_MB = 8
/** Limits against zip bombs, enforced while inflating; declared sizes are not trusted. */
export interface ArchiveLimits {
  parts: number
  partMb: number
  /** Sum over all reads of all parts. */
  totalMb: number
  /** Compression ratio, checked once a part exceeds 10 MB. */
  ratio: number
}
const LIMITS: ArchiveLimits = { parts: 1000, partMb: 400, totalMb: 1000, ratio: 200 }

/** Parts of an Office file, opened as streams that enforce the limits. */
export interface Archive {
  parts(): string[]
  has(part: string): boolean
  stream(part: string): Promise<Readable>
  /** A small part as text. */
  text(part: string): Promise<string>
  close(): void
}

/** Opens an .xlsx; other formats are refused by name. */
export async function openArchive(path: string, name: string, limits: ArchiveLimits = LIMITS): Promise<Archive> {
  await refuseOtherFormats(path, name)
  return openZipFile(path, limits)
}
/** Opens any zip file, as streams that enforce the limits; what is beyond them is refused. */
export async function openZipFile(path: string, limits: ArchiveLimits): Promise<Archive> {
  const zip = await new Promise<ZipFile>((done, fail) =>
    openZip(path, { lazyEntries: true, autoClose: false }, (error, file) => (error ? fail(sheetRefusal('damaged', { detail: error.message })) : done(file))),
  )
  try {
    return archive(zip, await readDirectory(zip, limits), limits)
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Refuses non-zip files: renamed .xls, password-protected files, others. */
export async function refuseOtherFormats(path: string, name: string): Promise<void> {
  const head = Buffer.alloc(8)
  const file: FileHandle = await open(path, 'r')
  try {
    await file.read(head, 0, 8, 0)
  } finally {
    await file.close()
  }
  if (head.toString('hex').startsWith('d0cf11e0a1b11ae1')) throw sheetRefusal((await holdsEncryptedPackage(path)) ? 'encrypted' : 'oldFormat', { name })
  if (head.readUInt32LE(0) !== 0x04034b50) throw sheetRefusal('notXlsx', { name })
}
/** A password-protected .xlsx is an OLE container with a stream named `EncryptedPackage`. */
async function holdsEncryptedPackage(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256 * 1024), 0, 256 * 1024, 0)
    return buffer.subarray(0, bytesRead).includes(Buffer.from('EncryptedPackage', 'utf16le'))
  } finally {
    await file.close()
  }
}

function readDirectory(zip: ZipFile, limits: ArchiveLimits): Promise<Map<string, Entry>> {
  return new Promise((done, fail) => {
    const entries = new Map<string, Entry>()
    if (zip.entryCount > limits.parts) return fail(sheetRefusal('tooManyParts', { count: zip.entryCount, limit: limits.parts }))
    zip.on('entry', (entry: Entry) => {
      if (entry.uncompressedSize > limits.partMb * MB) return fail(sheetRefusal('bomb', { part: entry.fileName, limitMb: limits.partMb }))
      entries.set(entry.fileName.replace(/\\/g, '/').replace(/^\//, ''), entry)
      zip.readEntry()
    })
    zip.on('end', () => done(entries))
    zip.on('error', (error: Error) => fail(sheetRefusal('damaged', { detail: error.message })))
    zip.readEntry()
  })
}

function archive(zip: ZipFile, entries: Map<string, Entry>, limits: ArchiveLimits): Archive {
  let total = 0
  const stream = async (part: string): Promise<Readable> => {
    const entry = entries.get(part)
    if (!entry) throw sheetRefusal('damaged', { detail: part })
    const raw = await new Promise<Readable>((done, fail) =>
      zip.openReadStream(entry, (error, opened) => (error ? fail(sheetRefusal('damaged', { detail: error.message })) : done(opened))),
    )
    const measured = measure(entry, limits, size => {
      total += size
      return total
    })
    raw.on('error', error => measured.destroy(sheetRefusal('damaged', { detail: error.message })))
    measured.on('close', () => raw.destroy())
    return raw.pipe(measured)
  }
  return {
    parts: () => [...entries.keys()],
    has: part => entries.has(part),
    stream,
    text: async part => {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of (await stream(part)) as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > SMALL_MB * MB) throw sheetRefusal('bomb', { part, limitMb: SMALL_MB })
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString('utf8')
    },
    close: () => zip.close(),
  }
}
function measure(entry: Entry, limits: ArchiveLimits, addToTotal: (size: number) => number): Transform {
  const part = entry.fileName
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > limits.partMb * MB) return next(sheetRefusal('bomb', { part, limitMb: limits.partMb }))
      if (addToTotal(chunk.length) > limits.totalMb * MB) return next(sheetRefusal('bomb', { part, limitMb: limits.totalMb }))
      const ratio = Math.round(size / Math.max(entry.compressedSize, 1))
      if (size > 10 * MB && ratio > limits.ratio) return next(sheetRefusal('ratio', { part, ratio }))
      next(null, chunk)
    },
  })
}
