import { Readable } from 'node:stream'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { type Belonging, keep } from './attachments.ts'
import { receive } from './receive.ts'
import { type FileStore, openStore } from './store.ts'

interface Made {
  /** With the extension, by which the content is checked. */
  name: string
  content: Uint8Array | string
  maxMb: number
  /** Extensions it may have; default: all known ones. */
  allowed?: readonly string[]
}
/** Stores a file the program made or got from another system, checked like one a person sends, and returns its id. Throws the refusal of an upload with the same fault. Who keeps
 *  many opens the store once. */
export async function keepMade(db: Db, { name, content, ...limits }: Made, of: Belonging = {}, opened?: FileStore): Promise<string> {
  const store = opened ?? (await openStore((db as Gate).kernel))
  const received = await receive(name, Readable.from([content]), { tmp: store.tmp, ...limits })
  return (await keep(db, store, received, of)).id
}
