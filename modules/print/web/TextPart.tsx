import { Input, Segmented, Select, Tag } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import type { SealBlock, TextBlock } from '#model/print-layout.ts'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { placesOf, shownText, storedText } from './places.ts'
import style from './print.module.css'
import type { Palette } from './use-template.ts'

interface TextPartProps {
  block: TextBlock | SealBlock
  at: number
  palette: Palette
  onChange: (next: TextBlock | SealBlock, place?: string) => void
}
/** Text with field placeholders, shown by their labels. */
export function TextPart({ block, at, palette: { fields }, onChange }: TextPartProps) {
  const input = useRef<TextAreaRef>(null)
  const shown = shownText(tAny(block.text), fields)
  const write = (text: string, place?: string) => onChange({ ...block, text: storedText(text, fields) }, place)
  const insert = (label: string) => {
    const area = input.current?.resizableTextArea?.textArea
    const [from, to] = [area?.selectionStart ?? shown.length, area?.selectionEnd ?? shown.length]
    write(`${shown.slice(0, from)}{${label}}${shown.slice(to)}`)
  }
  const used = [...new Set([...shown.matchAll(/\{([^{}]+)\}/g)].map(m => m[1] as string))]
  const known = new Set(placesOf(fields).map(p => p.label))
  return (
    <>
      <label className={style.field} htmlFor={`print-text-${at}`}>
        <span className={style.label}>{block.kind === 'seal' ? t('签章处的文字') : t('正文')}</span>
        <Input.TextArea
          id={`print-text-${at}`}
          ref={input}
          value={shown}
          maxLength={block.kind === 'seal' ? 200 : 4000}
          autoSize={{ minRows: block.kind === 'seal' ? 1 : 3, maxRows: 12 }}
          onChange={e => write(e.target.value, 'text')}
        />
      </label>
      <div className={style.chips}>
        {used.map(label => (
          <Tag key={label} {...(known.has(label) ? { color: 'processing' } : { color: 'error' })}>
            {label}
          </Tag>
        ))}
      </div>
      <div className={style.line}>
        <Select<string | null>
          aria-label={t('插入字段')}
          placeholder={t('插入字段')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={placesOf(fields).map(({ name, label }) => ({ value: label, label, disabled: fields.find(f => f.name === name)?.isClosed === true }))}
          onChange={label => label && insert(label)}
        />
        {block.kind === 'text' ? (
          <Segmented<'left' | 'center' | 'right'>
            aria-label={t('对齐')}
            value={block.align ?? 'left'}
            options={[
              { value: 'left', label: t('左') },
              { value: 'center', label: t('中') },
              { value: 'right', label: t('右') },
            ]}
            onChange={align => onChange({ ...block, align })}
          />
        ) : null}
      </div>
    </>
  )
}
