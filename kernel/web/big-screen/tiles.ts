import type { FunctionComponent } from 'react'
import { byComponent } from '#web/base/module-files.ts'
import type { Shown } from './Wall.tsx'

export type WallTile = FunctionComponent<{ feed: Shown }>
/** Components of a module's tiles by their codes: default export of its `web/wallTiles.tsx`. */
export type WallTiles = Readonly<Record<string, WallTile>>
const FILES = byComponent(import.meta.glob<{ default: WallTiles }>('/modules/*/{web,*/web}/wallTiles.tsx'))

/** Components of these tiles, loaded with the modules they come from; one that no module draws any more is left out. */
export async function tilesOf(codes: readonly string[]): Promise<WallTiles> {
  const modules = [...new Set(codes.map(code => code.split('.')[0]))]
  const files = await Promise.all(modules.flatMap(name => FILES.get(`${name}/wallTiles`)?.() ?? []))
  const known = Object.assign({}, ...files.map(file => file.default)) as WallTiles
  return Object.fromEntries(Object.entries(known).filter(([code]) => codes.includes(code)))
}
