import { Button, Dropdown } from 'antd'
import { GripVertical, Lock, LockOpen, MoveDiagonal2, Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { OutputOf } from '#model'
import widgetStyle from '#web/desk/widget.module.css'
import { useNarrow } from '#web/feedback/useNarrow.ts'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { useGridDrag } from '#web/layout/useGridDrag.ts'
import { bottom, COLUMNS, fitted, moved, type Place } from '../../model/grid.ts'
import type { myLayout } from '../../model/layout.ts'
import deskStyle from '../desk.module.css'
import style from '../home/home.module.css'
import { placeStyle } from '../home/placeStyle.ts'
import layoutStyle from './layout.module.css'

export type Layout = OutputOf<typeof myLayout>
export type Placed = Layout['widgets'][number]
interface EditorProps {
  layout: Layout
  places: readonly Placed[]
  onChange: (places: Placed[]) => void
  /** Allows locking widgets for a role; otherwise locked ones are fixed. */
  mayLock?: boolean
}
const [ROW, GAP] = [56, 16] as const
const stepOf = (grid: Element) => ({ column: (grid.clientWidth + GAP) / COLUMNS, row: ROW })
/** Layout editor: drag by the header, resize by the corner, or both by arrow keys. */
export function LayoutEditor({ layout, places, onChange, mayLock = false }: EditorProps) {
  const isNarrow = useNarrow()
  const fixed = new Set(mayLock ? [] : places.filter(p => p.isLocked).map(p => p.widget))
  const leastOf = (widget: string): readonly [number, number] => {
    const offer = layout.offered.find(o => o.widget === widget)
    return [offer?.leastW ?? 1, offer?.leastH ?? 1]
  }
  const put = (widget: string, to: Partial<Omit<Place, 'widget'>>) => onChange(moved(places, widget, to, leastOf(widget), fixed))
  const drag = useGridDrag({ stepOf }, ({ id, to }) => put(id, to))
  const shown = drag.dragging ? moved(places, drag.dragging.id, drag.dragging.to, leastOf(drag.dragging.id), fixed) : places
  const free = layout.offered.filter(o => !places.some(p => p.widget === o.widget))
  const add = (widget: string) => {
    const offer = free.find(o => o.widget === widget)
    if (offer) onChange([...places, fitted({ ...offer, x: 0, y: bottom(places), isLocked: false }, leastOf(widget))])
  }
  return (
    <>
      <div className={`${style.grid} ${layoutStyle.editor}`} data-grid>
        {shown.map(p => (
          <div key={p.widget} style={isNarrow ? undefined : placeStyle(p)} className={drag.dragging?.id === p.widget ? layoutStyle.lifted : undefined}>
            <Tile
              place={p}
              isFixed={fixed.has(p.widget)}
              grip={{ ...drag.handlers, onPointerDown: drag.begin(p.widget, p, 'move') }}
              corner={{ ...drag.handlers, onPointerDown: drag.begin(p.widget, p, 'size') }}
              onKey={to => put(p.widget, to)}
              onRemove={() => onChange(places.filter(other => other.widget !== p.widget))}
              onLock={mayLock ? () => onChange(places.map(other => (other.widget === p.widget ? { ...other, isLocked: !other.isLocked } : other))) : undefined}
            />
          </div>
        ))}
      </div>
      {free.length ? (
        <Dropdown trigger={['click']} menu={{ items: free.map(o => ({ key: o.widget, label: o.title })), onClick: ({ key }) => add(key) }}>
          <Button className={classes(layoutStyle.add)} icon={<Plus size={16} />}>
            {t('添加组件')}
          </Button>
        </Dropdown>
      ) : null}
    </>
  )
}
type Pointing = Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: React.PointerEvent<HTMLElement>) => void>
interface TileProps {
  place: Placed
  isFixed: boolean
  grip: Pointing
  corner: Pointing
  onKey: (to: Partial<Omit<Place, 'widget'>>) => void
  onRemove: () => void
  onLock: (() => void) | undefined
}
function Tile({ place, isFixed, grip, corner, onKey, onRemove, onLock }: TileProps) {
  const { x, y, w, h, title } = place
  const keys = (event: KeyboardEvent) => {
    const steps: Record<string, Partial<Omit<Place, 'widget'>>> = event.shiftKey
      ? { ArrowLeft: { w: w - 1 }, ArrowRight: { w: w + 1 }, ArrowUp: { h: h - 1 }, ArrowDown: { h: h + 1 } }
      : { ArrowLeft: { x: x - 1 }, ArrowRight: { x: x + 1 }, ArrowUp: { y: Math.max(0, y - 1) }, ArrowDown: { y: y + h } }
    const to = steps[event.key]
    if (!to) return
    event.preventDefault()
    onKey(to)
  }
  return (
    <section className={classes(widgetStyle.widget, layoutStyle.edit)}>
      <header>
        {isFixed ? (
          <span className={layoutStyle.grip} title={t('学校已锁定')}>
            <Lock size={16} aria-hidden="true" />
          </span>
        ) : (
          <button
            type="button"
            className={layoutStyle.grip}
            {...grip}
            onKeyDown={keys}
            aria-label={t('移动“{{title}}”：方向键移动，按住 Shift 改变大小。现在第 {{column}} 列第 {{row}} 行，宽 {{w}} 高 {{h}}', { title, column: x + 1, row: y + 1, w, h })}
          >
            <GripVertical size={16} aria-hidden="true" />
          </button>
        )}
        <h2>{title}</h2>
        <span className={layoutStyle.editActs}>
          {onLock ? (
            <Button
              type="text"
              size="small"
              aria-pressed={place.isLocked}
              aria-label={place.isLocked ? t('解除锁定“{{title}}”', { title }) : t('锁定“{{title}}”', { title })}
              icon={place.isLocked ? <Lock size={15} /> : <LockOpen size={15} />}
              onClick={onLock}
            />
          ) : null}
          {isFixed ? null : <Button type="text" size="small" aria-label={t('移除“{{title}}”', { title })} icon={<X size={15} />} onClick={onRemove} />}
        </span>
      </header>
      <p className={deskStyle.quiet}>{t('{{w}} 列 × {{h}} 行', { w, h })}</p>
      {isFixed ? null : (
        <span className={layoutStyle.corner} {...corner} aria-hidden="true">
          <MoveDiagonal2 size={16} />
        </span>
      )}
    </section>
  )
}
