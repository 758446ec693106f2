import { ApiFailure, get, post, putFile } from '#web/http/index.ts'
import { actionAddress } from '#web/values/address.ts'
import { addPiece, arrivedFiles, finishBatch } from '../../model/actions.ts'
import { MOST_MB } from '../../model/photo.ts'
import type { Item } from './sources.ts'

const MB = 1024 * 1024
/** A piece: small enough that a break costs little, large enough that nine thousand photos are a hundred requests. */
const [PIECE_BYTES, PIECE_FILES] = [16 * MB, 200] as const
/** Wait in milliseconds before a piece is sent again. */
const PAUSES = [1000, 3000, 8000, 20_000] as const

export interface Sending {
  id: string
  items: readonly Item[]
  onProgress(sent: number): void
  signal: AbortSignal
}
/** Sends the pictures of a batch that the server does not have yet, and finishes it. After a break the same call goes on. */
export async function sendBatch({ id, items, onProgress, signal }: Sending): Promise<void> {
  const { names } = await get<{ names: string[] }>(actionAddress(arrivedFiles), { id }, { quiet: true })
  const arrived = new Set(names)
  const left = items.filter(item => !arrived.has(item.name) && item.size <= MOST_MB * MB)
  let sent = items.length - left.length
  onProgress(sent)
  for (const piece of piecesOf(left)) {
    signal.throwIfAborted()
    const file = await packed(piece)
    await insistently(async () => {
      const { fileId } = await putFile(file)
      await post(actionAddress(addPiece), { id, fileId }, { quiet: true })
    }, signal)
    sent += piece.length
    onProgress(sent)
  }
  await insistently(() => post(actionAddress(finishBatch), { id }, { quiet: true }), signal)
}
export function piecesOf(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = []
  let size = 0
  for (const item of items) {
    const last = pieces.at(-1)
    if (last && last.length < PIECE_FILES && size + item.size <= PIECE_BYTES) {
      last.push(item)
      size += item.size
    } else {
      pieces.push([item])
      size = item.size
    }
  }
  return pieces
}
/** One archive of these pictures, stored as they are: pictures do not become smaller. */
async function packed(items: readonly Item[]): Promise<File> {
  const { BlobReader, BlobWriter, ZipWriter } = await import('@zip.js/zip.js')
  const zip = new ZipWriter(new BlobWriter('application/zip'), { level: 0, useWebWorkers: false })
  for (const item of items) await zip.add(item.name, new BlobReader(await item.open()))
  return new File([await zip.close()], 'photos.zip')
}
async function insistently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      const pause = PAUSES[failures]
      if (pause === undefined || !(error instanceof ApiFailure) || signal.aborted) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}
