import { Button, Checkbox, Input, Radio, Select } from 'antd'
import { ArrowUp } from 'lucide-react'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { Given } from '../../model/marking.ts'
import { LETTERS } from '../../model/question.ts'
import { Pictured } from './Pictured.tsx'
import type { TestSheet } from './useAnswers.ts'

export type Asked = TestSheet['questions'][number]
interface AnswerInputProps {
  of: Asked
  value: Given
  isReadOnly: boolean
  onChange: (next: Given, isTyped: boolean) => void
}
/** What a question is answered with, by its type. */
export function AnswerInput({ of: q, value, isReadOnly, onChange }: AnswerInputProps) {
  const items = q.options.map((o, i) => ({ value: o.key, label: q.type === 'judge' ? t(o.text) : <Lettered of={q} at={i} text={o.text} /> }))
  const label = t('第 {{n}} 题', { n: q.no })
  switch (q.type) {
    case 'single':
    case 'judge':
      return <Radio.Group vertical disabled={isReadOnly} aria-label={label} value={value} options={items} onChange={event => onChange(String(event.target.value), false)} />
    case 'multi':
      return (
        <Checkbox.Group disabled={isReadOnly} aria-label={label} value={Array.isArray(value) ? value : []} options={items} onChange={next => onChange(next as string[], false)} />
      )
    case 'order':
      return <Ordering of={q} value={value} isReadOnly={isReadOnly} onChange={onChange} />
    case 'match':
      return <Matching of={q} value={value} isReadOnly={isReadOnly} onChange={onChange} />
    default:
      return (
        <Input.TextArea
          aria-label={label}
          disabled={isReadOnly}
          autoSize={{ minRows: q.type === 'blank' ? 1 : q.type === 'short' ? 4 : 10, maxRows: 24 }}
          value={typeof value === 'string' ? value : ''}
          onChange={event => onChange(event.target.value, true)}
        />
      )
  }
}
const Lettered = ({ of, at, text }: { of: Asked; at: number; text: string }) => (
  <>
    {`${LETTERS[at]}. `}
    <Pictured text={text} pictures={of.pictures} />
  </>
)
/** The options in the order chosen so far; one moves up at a press. */
function Ordering({ of: q, value, isReadOnly, onChange }: AnswerInputProps) {
  const keys = q.options.map(o => o.key)
  const order = Array.isArray(value) && value.length === keys.length ? value : keys
  const up = (at: number) => onChange(order.with(at - 1, order[at] ?? '').with(at, order[at - 1] ?? ''), false)
  return (
    <Stack gap={2}>
      {order.map((key, at) => {
        const place = keys.indexOf(key)
        return (
          <Row key={key} spread="between">
            <span>
              {`${at + 1}. `}
              <Pictured text={q.options[place]?.text ?? ''} pictures={q.pictures} />
            </span>
            <Button icon={<ArrowUp size={15} />} aria-label={t('上移')} disabled={isReadOnly || at === 0} onClick={() => up(at)} />
          </Row>
        )
      })}
      {Array.isArray(value) ? null : (
        <Button disabled={isReadOnly} onClick={() => onChange(keys, false)}>
          {t('就按这个顺序')}
        </Button>
      )}
    </Stack>
  )
}
function Matching({ of: q, value, isReadOnly, onChange }: AnswerInputProps) {
  const pairs = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return (
    <Stack gap={2}>
      {q.options.map(o => (
        <Row key={o.key} spread="between">
          <span>
            <Pictured text={o.text} pictures={q.pictures} />
          </span>
          <Select
            aria-label={o.text}
            disabled={isReadOnly}
            popupMatchSelectWidth={false}
            placeholder={t('选择')}
            value={pairs[o.key] ?? null}
            options={q.rights.map(r => ({ value: r.key, label: <Pictured text={r.text} pictures={q.pictures} /> }))}
            onChange={(right: string) => onChange({ ...pairs, [o.key]: right }, false)}
          />
        </Row>
      ))}
    </Stack>
  )
}
