import { Button, Dropdown } from 'antd'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Block, Layout } from '#model/print-layout.ts'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { BlockEditor } from './BlockEditor.tsx'
import { KINDS, moved } from './draft.ts'
import { Line } from './Line.tsx'
import { shownText } from './places.ts'
import style from './print.module.css'
import type { Fault } from './use-preview.ts'
import type { Palette } from './use-template.ts'

interface BlocksProps {
  layout: Layout
  palette: Palette
  faults: readonly Fault[]
  onChange: (layout: Layout, place?: string) => void
}
/** Blocks of the layout: moved by drag and drop, or by the arrow keys on the handle. */
export function Blocks({ layout, palette, faults, onChange }: BlocksProps) {
  const { blocks } = layout
  const [open, setOpen] = useState<number>()
  const [dragged, drag] = useState<number>()
  const [said, say] = useState('')
  const put = (next: readonly Block[], place?: string) => onChange({ ...layout, blocks: next }, place)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= blocks.length || from === to) return
    put(moved(blocks, from, to))
    setOpen(open === from ? to : undefined)
    say(t('{{name}}已移到第 {{n}} 位', { name: nameOf(blocks[from], palette), n: to + 1 }))
  }
  const add = (key: string) => {
    put([...blocks, newBlock(key, palette)])
    setOpen(blocks.length)
  }
  return (
    <Sheet label={t('版式')} className={style.blocks}>
      <Line id="print-title" label={t('文件标题')} value={layout.title} onChange={title => onChange({ ...layout, title }, 'title')} />
      <ol>
        {blocks.map((block, at) => (
          <BlockItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a block has no name of its own
            key={at}
            {...{ block, at, palette, isOpen: open === at, isDragged: dragged === at, count: blocks.length }}
            faults={faults.filter(f => f.field === `blocks.${at}`)}
            onToggle={() => setOpen(open === at ? undefined : at)}
            onMove={to => move(at, to)}
            onDrag={isOn => drag(isOn ? at : undefined)}
            onDrop={() => dragged !== undefined && move(dragged, at)}
            onChange={(next, place) => put(blocks.with(at, next), place && `${at}.${place}`)}
            onRemove={() => {
              put(blocks.toSpliced(at, 1))
              setOpen(undefined)
            }}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      <Dropdown
        trigger={['click']}
        menu={{
          items: choices(palette),
          onClick: ({ key }) => add(key),
        }}
      >
        <Button type="dashed" block icon={<Plus size={15} />}>
          {t('添加区块')}
        </Button>
      </Dropdown>
    </Sheet>
  )
}
/** Kinds of blocks that modules supply, each content one of its own. */
const SUPPLIED = ['signed', 'sections'] as const
const isSupplied = (kind: string): boolean => SUPPLIED.some(s => s === kind)
const choices = (palette: Palette): Array<{ key: string; label: string }> => [
  ...Object.entries(KINDS).flatMap(([key, label]) => (isSupplied(key) || (key === 'table' && !palette.tables.length) ? [] : [{ key, label: t(label) }])),
  ...SUPPLIED.flatMap(kind => palette[kind].map(({ by, label }) => ({ key: `${kind}.${by}`, label }))),
]
function newBlock(kind: string, { fields, tables, signed, sections }: Palette): Block {
  const source = signed.find(one => kind === `signed.${one.by}`)
  if (source) return { kind: 'signed', title: source.label, by: source.by }
  const gathered = sections.find(one => kind === `sections.${one.by}`)
  if (gathered) return { kind: 'sections', by: gathered.by }
  const first = fields.filter(f => !f.isClosed).slice(0, 2)
  if (kind === 'grid') return { kind, columns: 2, fields: first.map(f => f.name) }
  if (kind === 'text') return { kind, text: t('在这里写正文。') }
  const table = tables[0]
  if (kind === 'seal' || !table) return { kind: 'seal', text: '{school}' }
  return {
    kind: 'table',
    title: table.label,
    of: table.of,
    by: table.by,
    fields: table.fields
      .filter(f => !f.isClosed && f.kind !== 'ref')
      .slice(0, 3)
      .map(f => f.name),
    blank: 1,
  }
}

interface ItemProps {
  block: Block
  at: number
  count: number
  palette: Palette
  faults: readonly Fault[]
  isOpen: boolean
  isDragged: boolean
  onToggle: () => void
  onMove: (to: number) => void
  onDrag: (isOn: boolean) => void
  onDrop: () => void
  onChange: (next: Block, place?: string) => void
  onRemove: () => void
}
function BlockItem({ block, at, count, palette, faults, isOpen, isDragged, onToggle, onMove, onDrag, onDrop, onChange, onRemove }: ItemProps) {
  const name = nameOf(block, palette)
  /** Keep the focus on the moved block for the next key press. */
  const step = (from: Element, by: 1 | -1, control: string) => {
    const item = from.closest('li')
    const beside = by < 0 ? item?.previousElementSibling : item?.nextElementSibling
    onMove(at + by)
    beside?.querySelector<HTMLElement>(control)?.focus()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1, '[data-grip]')
  }
  const Fold = isOpen ? ChevronDown : ChevronRight
  return (
    <li className={[style.block, faults.length ? style.wrong : '', isDragged ? style.dragged : ''].join(' ').trim()} onDragOver={e => e.preventDefault()} onDrop={onDrop}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handle inside moves it by the keyboard */}
      <div className={style.blockHead} draggable onDragStart={() => onDrag(true)} onDragEnd={() => onDrag(false)}>
        <button type="button" className={style.grip} data-grip aria-label={t('移动{{name}}，用上下箭头键', { name })} onKeyDown={keys}>
          <GripVertical size={16} aria-hidden="true" />
        </button>
        <button type="button" className={style.fold} aria-expanded={isOpen} onClick={onToggle}>
          <Fold size={16} aria-hidden="true" />
          <b>{name}</b>
          <span>{summaryOf(block, palette)}</span>
        </button>
        <Button
          type="text"
          size="small"
          disabled={at === 0}
          aria-label={t('上移{{name}}', { name })}
          data-up
          icon={<ArrowUp size={14} />}
          onClick={e => step(e.currentTarget, -1, '[data-up]')}
        />
        <Button
          type="text"
          size="small"
          disabled={at === count - 1}
          aria-label={t('下移{{name}}', { name })}
          data-down
          icon={<ArrowDown size={14} />}
          onClick={e => step(e.currentTarget, 1, '[data-down]')}
        />
        <Button type="text" size="small" aria-label={t('去掉{{name}}', { name })} icon={<Trash2 size={14} />} onClick={onRemove} />
      </div>
      {faults.map(f => (
        <p key={f.msg} className="ql-problem">
          {f.msg}
        </p>
      ))}
      {isOpen ? <BlockEditor {...{ block, at, palette, onChange }} /> : null}
    </li>
  )
}
const nameOf = (block: Block | undefined, palette: Palette): string =>
  ((block?.kind === 'signed' || block?.kind === 'sections') && palette[block.kind].find(one => one.by === block.by)?.label) || t(KINDS[block?.kind ?? 'text'])
function summaryOf(block: Block, { fields, tables }: Palette): string {
  if (block.kind === 'grid') return block.title ? tAny(block.title) : block.fields.map(n => fields.find(f => f.name === n)?.label ?? n).join(t('、'))
  if (block.kind === 'table') return block.title ? tAny(block.title) : (tables.find(one => one.of === block.of)?.label ?? block.of)
  if (block.kind === 'signed') return block.title ? tAny(block.title) : ''
  if (block.kind === 'sections') return ''
  return shownText(tAny(block.text), fields)
}
