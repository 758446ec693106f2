import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { settleFile, settleFolder } from './durable.ts'

export interface Content {
  path: string
  size: number
  sha256: string
}
/** Storage driver of one bucket. */
export interface Driver {
  put(key: string, content: Content): Promise<void>
  open(key: string): Promise<Readable>
  /** Undefined when the object does not exist. */
  size(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
}
/** mkdir reports ENOENT for a folder it is not permitted to create. */
const notMade = (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOENT' ? Object.assign(error, { code: 'EROFS' }) : error
}
/** Stores objects as files of a folder. Writes are atomic (temporary file and rename) and fsynced when `put` returns. */
export function diskDriver(folder: string): Driver {
  const at = (key: string): string => join(folder, ...key.split('/'))
  return {
    async put(key, { path }) {
      const firstMade = await mkdir(dirname(at(key)), { recursive: true }).catch(notMade)
      await settleFile(path)
      await rename(path, at(key)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        await copyFile(path, `${at(key)}.part`)
        await settleFile(`${at(key)}.part`)
        await rename(`${at(key)}.part`, at(key))
      })
      await settleFolder(dirname(at(key)), firstMade)
    },
    async open(key) {
      await stat(at(key))
      return createReadStream(at(key))
    },
    size: key =>
      stat(at(key)).then(
        found => found.size,
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)),
      ),
    remove: key => rm(at(key), { force: true }),
  }
}
