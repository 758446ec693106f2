import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'
import { nanoid } from './random.ts'
import { contentOf, hashOfStream } from './receive.ts'
import { refused } from './s3.ts'

/** Health check of a store: writes, reads and deletes a small object. Returns the duration in ms, throws the error. */
export async function probe(driver: Driver): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'qinglan-probe-'))
  const path = join(folder, 'trial')
  const key = `qinglan-probe-${nanoid()}`
  const began = performance.now()
  try {
    await writeFile(path, key)
    const content = { path, ...(await contentOf(path)) }
    await driver.put(key, content)
    const found = await driver
      .open(key)
      .then(hashOfStream)
      .finally(() => driver.remove(key))
    if (found !== content.sha256) throw refused(200, '<Code>ContentDiffers</Code>')
    return Math.round(performance.now() - began)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
