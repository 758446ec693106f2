import { type CSSProperties, useEffect, useState } from 'react'
import { Bars } from '#web/feedback/Empty.tsx'
import type { LaidTile } from './feed.ts'
import { GivenTitle } from './parts.tsx'
import { tilesOf, type WallTiles } from './tiles.ts'
import type { Shown } from './Wall.tsx'

/** The tiles of a screen that the school has laid out itself, row by row. */
export function LaidOut({ feed, layout }: { feed: Shown; layout: readonly LaidTile[] }) {
  const [tiles, setTiles] = useState<WallTiles>()
  const codes = layout.map(tile => tile.code).join(' ')
  useEffect(() => {
    let isOver = false
    void tilesOf(codes.split(' ')).then(found => isOver || setTiles(found))
    return () => {
      isOver = true
    }
  }, [codes])
  if (!tiles) return <Bars lines={8} />
  return (
    <>
      {layout
        .toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map(({ code, title, x, y, w, h }) => {
          const Tile = tiles[code]
          return Tile ? (
            <div key={code} className="ql-wall-place" data-side={isSide(x, w)} style={{ '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as CSSProperties}>
              <GivenTitle value={title ?? undefined}>
                <Tile feed={feed} />
              </GivenTitle>
            </div>
          ) : null
        })}
    </>
  )
}
const [LEFT, RIGHT] = [6, 18] as const
const isSide = (x: number, w: number): boolean => x + w <= LEFT || x >= RIGHT
