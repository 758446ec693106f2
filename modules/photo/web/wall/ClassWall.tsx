import { type KeyboardEvent, useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { photoWall } from '../../model/actions.ts'
import { KINDS, type Kind } from '../../model/photo.ts'
import { Picture } from '../Picture.tsx'
import style from '../photo.module.css'
import { StudentPhotos } from './StudentPhotos.tsx'

export type Hung = NonNullable<AnswerOf<typeof photoWall>[number]>
interface Props {
  classId: string
  kind: Kind
  /** Admission and enrolment side by side. */
  isCompared: boolean
}
/** The photos of a class, with holes for those who have none. Arrow keys walk over it; a tile opens what is known of the student's photos. */
export function ClassWall({ classId, kind, isCompared }: Props) {
  const read = useRead(photoWall, { classId })
  const [opened, setOpened] = useState<string>()
  return (
    <Loaded of={read} empty={rows => rows.length === 0 && t('这个班没有在校学生')}>
      {rows => {
        const chosen = rows.find(row => row?.id === opened)
        return (
          <>
            <ul className={style.wall} data-pairs={isCompared || undefined} onKeyDown={walk}>
              {rows.map(
                (row, at) => row && <Tile key={row.id} of={row} kinds={isCompared ? ['admission', 'enrolment'] : [kind]} isFirst={at === 0} onOpen={() => setOpened(row.id)} />,
              )}
            </ul>
            {chosen ? <StudentPhotos key={chosen.id} of={chosen} kind={kind} onClose={() => setOpened(undefined)} /> : null}
          </>
        )
      }}
    </Loaded>
  )
}
function Tile({ of, kinds, isFirst, onOpen }: { of: Hung; kinds: readonly Kind[]; isFirst: boolean; onOpen: () => void }) {
  const fileOf = (kind: Kind) => of.photos.find(p => p?.kind === kind)?.fileId
  const lacking = kinds.filter(kind => !fileOf(kind))
  return (
    <li>
      <button type="button" className={style.tile} tabIndex={isFirst ? 0 : -1} onClick={onOpen}>
        <span className={kinds.length > 1 ? style.pair : undefined}>
          {kinds.map(kind => (
            <Picture key={kind} fileId={fileOf(kind)} alt="" />
          ))}
        </span>
        <span>{of.name}</span>
        <small>{of.studentNo}</small>
        {lacking.length ? (
          <small>{kinds.some(kind => of.pending.includes(kind)) ? t('待审核') : t('缺{{kinds}}', { kinds: lacking.map(kind => t(KINDS[kind])).join(t('、')) })}</small>
        ) : null}
      </button>
    </li>
  )
}
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
/** Moves the focus over the tiles; up and down by a row. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll('button')]
  const at = tiles.indexOf(document.activeElement as HTMLButtonElement)
  const top = tiles[0]?.offsetTop
  const wide = tiles.findIndex(tile => tile.offsetTop !== top)
  const step = STEPS[event.key] ?? (event.key === 'ArrowDown' ? wide : event.key === 'ArrowUp' ? -wide : 0)
  const next = at < 0 ? undefined : tiles[at + step]
  if (!step || !next) return
  event.preventDefault()
  for (const tile of tiles) tile.tabIndex = tile === next ? 0 : -1
  next.focus()
}
