import { existsSync } from 'node:fs'
import { link, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, MANIFEST, readManifest } from './manifest.ts'

/** File contents of earlier backups. */
export interface Earlier {
  /** Hard-links a file from an earlier backup, which saves space and survives deletion of that backup; false when it is not there or its hash differs. */
  take(sha256: string, to: string): Promise<boolean>
}
/** Complete backups in a folder, latest first. */
export async function backupsIn(into: string): Promise<string[]> {
  const names = existsSync(into) ? await readdir(into) : []
  return names
    .filter(name => !name.endsWith('.part') && existsSync(join(into, name, MANIFEST)))
    .toSorted()
    .toReversed()
    .map(name => join(into, name))
}
/** Contents of the latest backup, and of the latest one that includes store files. */
export async function earlierIn(into: string): Promise<Earlier> {
  const held = new Map<string, string>()
  for (const folder of await backupsIn(into)) {
    const { files, stored } = readManifest(folder)
    for (const { path, sha256 } of [...files, ...(stored ?? [])]) held.set(sha256, join(folder, path))
    if (stored) break
  }
  return {
    async take(sha256, to) {
      const path = held.get(sha256)
      if (!path) return false
      const isSame = await link(path, to)
        .then(() => hashOf(to))
        .then(
          found => found === sha256,
          () => false,
        )
      if (!isSame) await rm(to, { force: true })
      return isSame
    },
  }
}
