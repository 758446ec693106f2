import type { Entry, FileEntry } from '@zip.js/zip.js'
import { hasExtension } from '#model'
import { PICTURES } from '../../model/photo.ts'

/** A picture to send, opened when its turn has come. */
export interface Item {
  /** With its folder. */
  name: string
  size: number
  open(): Promise<Blob>
}
export interface Chosen {
  items: Item[]
  /** Files that are no pictures. */
  passed: number
}
const LITTER = /(^|\/)(__MACOSX\/|\.)/
const isPicture = (name: string): boolean => hasExtension(name, PICTURES) && !LITTER.test(name)

/** The pictures among chosen files; archives are looked into, not unpacked. */
export async function itemsOf(files: readonly File[]): Promise<Chosen> {
  const found: Chosen = { items: [], passed: 0 }
  for (const file of files) {
    const more = hasExtension(file.name, ['zip']) ? await inZip(file) : loose(file)
    found.items.push(...more.items)
    found.passed += more.passed
  }
  // one file may have been chosen twice
  return { ...found, items: [...new Map(found.items.map(item => [item.name, item])).values()] }
}
function loose(file: File): Chosen {
  const name = file.webkitRelativePath || file.name
  return isPicture(name) ? { items: [{ name, size: file.size, open: async () => file }], passed: 0 } : { items: [], passed: 1 }
}
async function inZip(file: File): Promise<Chosen> {
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js')
  const entries = (await new ZipReader(new BlobReader(file)).getEntries()).filter(isFile)
  const items = entries.flatMap(entry => {
    const name = nameOf(entry)
    return isPicture(name) ? [{ name, size: entry.uncompressedSize, open: () => opened(entry) }] : []
  })
  return { items, passed: entries.length - items.length }
}
const isFile = (entry: Entry): entry is FileEntry => !entry.directory
/** Names of archives made on Chinese Windows are GBK, and nothing in the archive says so. */
const nameOf = ({ filename, filenameUTF8, rawFilename }: Entry): string => {
  if (filenameUTF8) return filename
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawFilename)
  } catch {
    return new TextDecoder('gb18030').decode(rawFilename)
  }
}
async function opened(entry: FileEntry): Promise<Blob> {
  const { BlobWriter } = await import('@zip.js/zip.js')
  return entry.getData(new BlobWriter())
}
