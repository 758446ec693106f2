import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LOCAL } from '../files/store.ts'
import type { Manifest } from './manifest.ts'

/** Path in the data folder → source path in the backup. */
export type Targets = ReadonlyMap<string, string>
export const targetsOf = (from: string, { files, stored = [] }: Manifest, filesTo: string | undefined): Map<string, string> =>
  new Map([
    ...files.map(({ path }) => [path.slice('data/'.length), join(from, path)] as const),
    ...(filesTo === LOCAL ? stored : []).map(({ path, objectKey }) => [join('files/objects', objectKey), join(from, path)] as const),
  ])
/** Copies files to a staging folder; `keep` renames them into place once the rows are restored. */
export async function placeFiles(targets: Targets, dataDir: string): Promise<{ keep(): Promise<void>; undo(): Promise<void> }> {
  const beside = join(dataDir, 'restoring')
  const undo = () => rm(beside, { recursive: true, force: true })
  await undo()
  for (const [target, source] of targets) {
    await mkdir(dirname(join(beside, target)), { recursive: true })
    await copyFile(source, join(beside, target))
  }
  return {
    undo,
    async keep() {
      for (const target of targets.keys()) {
        await mkdir(dirname(join(dataDir, target)), { recursive: true })
        await rename(join(beside, target), join(dataDir, target))
      }
      await undo()
    },
  }
}
