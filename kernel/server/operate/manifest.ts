import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfStream } from '../files/receive.ts'
import type { Base } from './base.ts'
import type { StoredPart } from './stores.ts'
import type { Fingerprint, Table } from './tables.ts'

/** A file in a backup. */
export interface Part {
  /** Path within the backup folder. */
  path: string
  size: number
  sha256: string
}
/** Contents of a backup. Written last: a folder without a manifest is not a backup. */
export interface Manifest {
  format: 1 | 2
  /** Snapshot time of the database (ISO). */
  at: string
  postgres: string
  /** Applied migrations, in order. */
  migrations: ReadonlyArray<{ name: string; hash: string }>
  tables: ReadonlyArray<Table & Fingerprint & Part>
  sequences: ReadonlyArray<{ name: string; value: string }>
  files: readonly Part[]
  /** Files from S3 stores; absent when they were not backed up, as in format 1. */
  stored?: readonly StoredPart[]
  /** Files missing or changed in their store, as messages. */
  lost?: readonly string[]
  /** Base backup, where WAL archiving is on. */
  base?: Base
}
export const MANIFEST = 'manifest.json'

/** Reads the manifest; throws when the folder is not a backup. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new Error(`${folder} holds no whole backup: it has no ${MANIFEST}.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (manifest.format !== 1 && manifest.format !== 2) throw new Error(`${folder} is a backup of format ${manifest.format}; this program reads formats 1 and 2.`)
  return manifest
}
export const hashOf = (path: string): Promise<string> => hashOfStream(createReadStream(path))
/** Verifies hashes of backup files; throws naming the first missing or changed one. */
export async function checkParts(folder: string, parts: readonly Part[]): Promise<void> {
  for (const { path, sha256 } of parts) {
    if (!existsSync(join(folder, path))) throw new Error(`The backup is not whole: ${path} is missing.`)
    const found = await hashOf(join(folder, path))
    if (found !== sha256) throw new Error(`The backup was changed: ${path} has the SHA-256 ${found}, the manifest says ${sha256}.`)
  }
}
