import { InputNumber, Segmented, Select } from 'antd'
import type { Block, GridBlock, SignedBlock, TableBlock } from '#model/print-layout.ts'
import { t } from '#web/i18n/index.ts'
import { FieldList } from './FieldList.tsx'
import { Line } from './Line.tsx'
import style from './print.module.css'
import { TextPart } from './TextPart.tsx'
import type { Palette } from './use-template.ts'

interface PartProps<B extends Block> {
  block: B
  at: number
  palette: Palette
  onChange: (next: B, place?: string) => void
}
/** Settings of one block. */
export function BlockEditor({ block, ...rest }: PartProps<Block>) {
  return (
    <div className={style.part}>
      {block.kind === 'grid' ? <GridPart block={block} {...rest} /> : null}
      {block.kind === 'table' ? <TablePart block={block} {...rest} /> : null}
      {block.kind === 'signed' ? <SignedPart block={block} {...rest} /> : null}
      {block.kind === 'sections' ? <p className="ql-help">{t('打印时填入各项业务里的情况，只印打印人能看的；敏感的只在印完整信息时印上')}</p> : null}
      {block.kind === 'text' || block.kind === 'seal' ? <TextPart block={block} {...rest} /> : null}
    </div>
  )
}
const NONE = ''
const STUCK = '*'
function GridPart({ block, at, palette, onChange }: PartProps<GridBlock>) {
  const { photo, ...rest } = block
  const fix = (lines: number | null) => {
    const { lines: _, ...free } = block
    onChange(lines ? { ...free, lines } : free, 'lines')
  }
  const photoOf = (value: string): GridBlock => (value === NONE ? rest : { ...rest, photo: value === STUCK ? {} : { field: value } })
  return (
    <>
      <Line id={`print-title-${at}`} label={t('小标题')} value={block.title ?? ''} onChange={title => onChange({ ...block, title }, 'title')} />
      <div className={style.line}>
        <label htmlFor={`print-columns-${at}`}>
          <span className={style.label}>{t('每行几项')}</span>
          <Segmented<1 | 2 | 3> id={`print-columns-${at}`} value={block.columns ?? 2} options={[1, 2, 3]} onChange={columns => onChange({ ...block, columns })} />
        </label>
        <label htmlFor={`print-lines-${at}`}>
          <span className={style.label}>{t('每栏几行')}</span>
          <InputNumber id={`print-lines-${at}`} min={1} max={40} precision={0} placeholder={t('不限')} value={block.lines ?? null} onChange={fix} />
        </label>
        <label htmlFor={`print-photo-${at}`}>
          <span className={style.label}>{t('照片')}</span>
          <Select
            id={`print-photo-${at}`}
            value={photo ? (photo.field ?? STUCK) : NONE}
            options={[
              { value: NONE, label: t('不放') },
              { value: STUCK, label: t('留空，手工粘贴') },
              ...palette.photos.map(f => ({ value: f.name, label: f.label, disabled: f.isClosed })),
            ]}
            onChange={value => onChange(photoOf(value))}
          />
        </label>
      </div>
      {block.lines ? <p className="ql-help">{t('放不下的不会打印，会指出是谁的哪一栏')}</p> : null}
      <FieldList fields={palette.fields} value={block.fields} labels={block.labels} onChange={(fields, labels, place) => onChange({ ...block, fields, labels }, place)} />
    </>
  )
}
const keyOf = ({ of, by }: { of: string; by: string }): string => `${of}.${by}`
function TablePart({ block, at, palette, onChange }: PartProps<TableBlock>) {
  const { tables } = palette
  const table = tables.find(one => keyOf(one) === keyOf(block))
  const choose = (key: string) => {
    const next = tables.find(one => keyOf(one) === key)
    if (!next) return
    const fields = next.fields.filter(f => !f.isClosed && f.kind !== 'ref').slice(0, 3)
    onChange({ kind: 'table', title: next.label, of: next.of, by: next.by, fields: fields.map(f => f.name), blank: block.blank ?? 1 })
  }
  return (
    <>
      <Line id={`print-title-${at}`} label={t('小标题')} value={block.title ?? ''} onChange={title => onChange({ ...block, title }, 'title')} />
      <div className={style.line}>
        <label htmlFor={`print-of-${at}`} className={style.wide}>
          <span className={style.label}>{t('哪些记录')}</span>
          <Select
            id={`print-of-${at}`}
            value={keyOf(block)}
            showSearch={{ optionFilterProp: 'label' }}
            options={tables.map(one => ({ value: keyOf(one), label: one.label }))}
            onChange={choose}
          />
        </label>
        <label htmlFor={`print-blank-${at}`}>
          <span className={style.label}>{t('没有记录时的空行')}</span>
          <InputNumber id={`print-blank-${at}`} min={0} max={30} precision={0} value={block.blank ?? 0} onChange={blank => onChange({ ...block, blank: blank ?? 0 }, 'blank')} />
        </label>
      </div>
      {table ? (
        <FieldList fields={table.fields} value={block.fields} labels={block.labels} onChange={(fields, labels, place) => onChange({ ...block, fields, labels }, place)} />
      ) : null}
    </>
  )
}
/** Content is known only when printing; the printing user's permissions decide what is shown. */
const SignedPart = ({ block, at, onChange }: PartProps<SignedBlock>) => (
  <>
    <Line id={`print-title-${at}`} label={t('小标题')} value={block.title ?? ''} onChange={title => onChange({ ...block, title }, 'title')} />
    <p className="ql-help">{t('打印时按先后填入每一步的意见、签名和日期，只印打印人能看的')}</p>
  </>
)
