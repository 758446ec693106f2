import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkContent, checkName, fileRefusal, HEAD_BYTES } from './kinds.ts'
import { withoutPlace } from './pictures.ts'
import { nanoid } from './random.ts'

const MB = 1024 * 1024
/** A complete upload in the folder for incoming files; the receiver moves or discards it. */
export interface Received {
  name: string
  ext: string
  path: string
  size: number
  sha256: string
  discard(): Promise<void>
}
export interface ReceiveOptions {
  tmp: string
  maxMb: number
  /** Extensions allowed by the field; default: all known ones. */
  allowed?: readonly string[]
  /** Replaces content sniffing by a check of the whole file; throws to refuse. */
  check?(path: string, name: string): Promise<void>
}
/** Receives a file: validates name, size and content. Nothing is left of an interrupted or refused upload. */
export async function receive(name: string, stream: Readable, { tmp, maxMb, allowed, check }: ReceiveOptions): Promise<Received> {
  const path = join(tmp, nanoid())
  const discard = (): Promise<void> => rm(path, { force: true })
  try {
    const ext = checkName(name, allowed)
    const measured = measure(name, maxMb)
    await pipeline(stream, measured.stream, createWriteStream(path, { mode: 0o600 }))
    const { size, head, sha256 } = measured.result()
    if (!size) throw fileRefusal('empty', { name })
    if (check) await check(path, name)
    else checkContent(name, ext, head)
    const changed = check ? false : await withoutPlace(path, ext)
    return { name, ext, path, ...(changed ? await contentOf(path) : { size, sha256 }), discard }
  } catch (error) {
    stream.resume()
    await discard()
    throw error
  }
}
/** Size and hash of a file on disk. */
export async function contentOf(path: string): Promise<{ size: number; sha256: string }> {
  return { size: (await stat(path)).size, sha256: await hashOfStream(createReadStream(path)) }
}
/** SHA-256 of a stream, in hex. */
export async function hashOfStream(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
function measure(name: string, maxMb: number) {
  const hash = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      if (size > maxMb * MB) return next(fileRefusal('tooLarge', { name, max: maxMb }))
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      hash.update(chunk)
      next(null, chunk)
    },
  })
  return { stream, result: () => ({ size, head, sha256: hash.digest('hex') }) }
}
