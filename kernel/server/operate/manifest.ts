import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfStream } from '../files/receive.ts'
import type { Base } from './base.ts'
import type { StoredPart } from './stores.ts'
import type { Fingerprint, Table } from './tables.ts'

/** A file of a backup. */
export interface Part {
  /** Below the backup's folder. */
  path: string
  size: number
  sha256: string
}
/** What a backup is made of; written last, so that a folder without it is none. */
export interface Manifest {
  format: 1 | 2
  /** ISO time of the moment the database is shown as of. */
  at: string
  postgres: string
  /** What had run, in this order. */
  migrations: ReadonlyArray<{ name: string; hash: string }>
  tables: ReadonlyArray<Table & Fingerprint & Part>
  sequences: ReadonlyArray<{ name: string; value: string }>
  files: readonly Part[]
  /** Files that lay in stores beside the data folder; absent where they were left there, as in format 1. */
  stored?: readonly StoredPart[]
  /** Those that were gone or changed in their store, in words. */
  lost?: readonly string[]
  /** The database's own files, where its log is kept. */
  base?: Base
}
export const MANIFEST = 'manifest.json'

/** Reads what a backup says of itself; throws where it is none. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new Error(`${folder} holds no whole backup: it has no ${MANIFEST}.`)
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  if (manifest.format !== 1 && manifest.format !== 2) throw new Error(`${folder} is a backup of format ${manifest.format}; this program reads formats 1 and 2.`)
  return manifest
}
export const hashOf = (path: string): Promise<string> => hashOfStream(createReadStream(path))
/** Reads files of a backup once; throws naming the first that is missing or was changed. */
export async function checkParts(folder: string, parts: readonly Part[]): Promise<void> {
  for (const { path, sha256 } of parts) {
    if (!existsSync(join(folder, path))) throw new Error(`The backup is not whole: ${path} is missing.`)
    const found = await hashOf(join(folder, path))
    if (found !== sha256) throw new Error(`The backup was changed: ${path} has the SHA-256 ${found}, the manifest says ${sha256}.`)
  }
}
