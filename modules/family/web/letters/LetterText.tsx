import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { homeLetter } from '../../model/home-letter.ts'
import { LETTER_FIELDS, type LetterField } from '../../model/letter-fields.ts'

/** The text of a letter, with a button for each field that it may name. */
export function LetterText({ id, value, onChange, values, disabled, status, describedBy }: DrawnInput) {
  const area = useRef<TextAreaRef>(null)
  const text = typeof value === 'string' ? value : ''
  const allowed = (Array.isArray(values.allowedFields) ? values.allowedFields : []) as LetterField[]
  const insert = (field: LetterField) => {
    const place = `{${LETTER_FIELDS[field]}}`
    const input = area.current?.resizableTextArea?.textArea
    const [from, to] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length]
    onChange(text.slice(0, from) + place + text.slice(to))
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + place.length, from + place.length)
    })
  }
  return (
    <Stack gap={2}>
      <Input.TextArea
        ref={area}
        id={id}
        value={text}
        disabled={disabled}
        status={status}
        aria-describedby={describedBy}
        autoSize={{ minRows: 6, maxRows: 16 }}
        showCount
        maxLength={homeLetter.fields.content.options.max}
        onChange={event => onChange(event.target.value)}
      />
      <Row gap={2}>
        {allowed.map(field => (
          <Button key={field} disabled={disabled} onClick={() => insert(field)}>
            {t('插入{{name}}', { name: t(LETTER_FIELDS[field]) })}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}
