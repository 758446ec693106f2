import { send, upload } from './blob.ts'
import { get, post } from './client.ts'
import { ApiFailure, isRefusal } from './failure.ts'

/** A stored upload, not yet attached to a record. */
export interface PutFile {
  fileId: string
  name: string
}
/** Files above this size are uploaded in parts, so that an interruption costs one part. */
const WHOLE_LIMIT = 20 * 1024 * 1024
/** Backoff in milliseconds after an interruption; reset by each part that succeeds. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000]
const AT = 'oss/oss/endpoint'

/** Uploads a file with progress (0 to 1). Large files are uploaded in resumable parts. */
export const putFile = (file: File, onProgress: (share: number) => void = () => {}, pauses: readonly number[] = PAUSES): Promise<PutFile> =>
  file.size > WHOLE_LIMIT ? byParts(file, onProgress, pauses) : upload<PutFile>(`${AT}/put-file`, { file }, onProgress, { quiet: true })

async function byParts(file: File, onProgress: (share: number) => void, pauses: readonly number[]): Promise<PutFile> {
  const { uploadId, partSize } = await post<{ uploadId: string; partSize: number }>(`${AT}/begin-parts`, { name: file.name, size: file.size }, { quiet: true })
  let received = 0
  let failures = 0
  while (received < file.size) {
    const part = file.slice(received, received + partSize)
    const from = received
    try {
      const answer = await send<{ received: number }>(`${AT}/put-part`, part, share => onProgress((from + share * part.size) / file.size), {
        query: { uploadId, offset: from },
        quiet: true,
      })
      received = answer.received
      failures = 0
    } catch (error) {
      const pause = pauses[failures++]
      if (pause === undefined || !goesOn(error)) throw error
      await new Promise(resolve => setTimeout(resolve, pause))
      received = await get<{ received: number }>(`${AT}/parts`, { uploadId }, { quiet: true }).then(
        now => now.received,
        () => from,
      )
    }
  }
  return post<PutFile>(`${AT}/finish-parts`, { uploadId }, { quiet: true })
}
/** Whether to resume: network failure, or the server reports another offset. */
const goesOn = (error: unknown): boolean => error instanceof ApiFailure || (isRefusal(error) && error.code === 409)
