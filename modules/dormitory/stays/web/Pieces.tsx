import { Input, Segmented } from 'antd'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { PIECE_STATES, type Piece, type PieceState } from '../model/checklist.ts'
import style from './public/dormitory-stay.module.css'

const OPTIONS = Object.entries(PIECE_STATES) as Array<[PieceState, string]>
/** Furniture, piece by piece, with a note for a damaged one. */
export function Pieces({ pieces, onChange, disabled = false }: { pieces: readonly Piece[]; onChange: (pieces: Piece[]) => void; disabled?: boolean }) {
  const narrow = useNarrow()
  const put = (item: string, change: Partial<Piece>) => onChange(pieces.map(p => (p.item === item ? { ...p, ...change } : p)))
  return (
    <ul className={style.pieces} aria-label={t('家具')}>
      {pieces.map(piece => (
        <li key={piece.item}>
          <span>{piece.item}</span>
          <Segmented
            aria-label={piece.item}
            size={narrow ? 'large' : 'small'}
            disabled={disabled}
            value={piece.state}
            options={OPTIONS.map(([value, label]) => ({ value, label: t(label) }))}
            onChange={state => put(piece.item, { state, ...(state === 'good' ? { note: null } : {}) })}
          />
          {piece.state === 'good' ? null : (
            <Input
              aria-label={t('{{item}}的说明', { item: piece.item })}
              placeholder={t('哪里坏了')}
              maxLength={100}
              disabled={disabled}
              value={piece.note ?? ''}
              onChange={event => put(piece.item, { note: event.target.value || null })}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
