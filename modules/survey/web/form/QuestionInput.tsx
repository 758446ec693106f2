import { Checkbox, Input, InputNumber, Radio, Select } from 'antd'
import { Suspense, useMemo } from 'react'
import { files } from '#model'
import { shuffled } from '#model/random.ts'
import { SignaturePad } from '#modules/workflow/cases/web/public/SignaturePad.tsx'
import { lazily } from '#web/base/chunk.ts'
import { t } from '#web/i18n/index.ts'
import { FilesInput } from '#web/inputs/FilesInput.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { type Question, scaleOf, textKey } from '../../model/question.ts'
import type { Answers } from '../../model/walk.ts'
import { Matrix } from './Matrix.tsx'

const CantonPicker = lazily(() => import('#modules/campus/web/CantonPicker.tsx'))
const ATTACHED = files('附件', { maxFiles: 5 })
export interface QuestionInputProps {
  of: Question
  id: string
  answers: Answers
  /** Sets the answer, or a text beside an option. */
  put: (key: string, value: unknown) => void
}
/** What a question is answered with, by its type. */
export function QuestionInput({ of: q, id, answers, put }: QuestionInputProps) {
  const value = answers[q.key]
  const set = (next: unknown) => put(q.key, next)
  const label = { id, 'aria-label': q.title }
  switch (q.type) {
    case 'single':
    case 'multi':
    case 'dropdown':
      return <Choices of={q} id={id} answers={answers} put={put} />
    case 'text':
      return <Input.TextArea {...label} autoSize={{ minRows: 2, maxRows: 8 }} value={String(value ?? '')} onChange={event => set(event.target.value)} />
    case 'number':
      return <InputNumber {...label} value={value as number | null} min={q.min ?? Number.MIN_SAFE_INTEGER} max={q.max ?? Number.MAX_SAFE_INTEGER} onChange={set} />
    case 'date':
      return <Input {...label} type="date" value={String(value ?? '')} onChange={event => set(event.target.value)} />
    case 'phone':
      return <Input {...label} type="tel" inputMode="tel" value={String(value ?? '')} onChange={event => set(event.target.value)} />
    case 'region':
      return (
        <Suspense>
          <CantonPicker id={id} disabled={false} status="" describedBy={undefined} value={value} onChange={set} />
        </Suspense>
      )
    case 'scale':
    case 'nps':
      return <Marks of={q} value={value} onChange={set} />
    case 'matrix':
      return <Matrix of={q} value={value} onChange={set} />
    case 'ranking':
      return <Ranking of={q} value={value} onChange={set} />
    case 'allocation':
      return <Allocation of={q} value={value} onChange={set} />
    case 'file':
      return <FilesInput id={id} field={ATTACHED} value={value} onChange={set} disabled={false} />
    case 'signature':
      return <SignaturePad drawn={t('已签名')} onChange={fileId => set(fileId ? [fileId] : [])} />
    default:
      return null
  }
}
/** The options in their order, or in one of their own for each who answers. */
function useOptions({ options, randomise }: Question) {
  return useMemo(() => (randomise ? shuffled(options ?? [], Math.random) : (options ?? [])), [options, randomise])
}
function Choices({ of: q, id, answers, put }: QuestionInputProps) {
  const options = useOptions(q)
  const value = answers[q.key]
  const chosen = Array.isArray(value) ? (value as string[]) : value ? [String(value)] : []
  const told = options.filter(o => o.openText && chosen.includes(o.key))
  const items = options.map(o => ({ value: o.key, label: o.label }))
  const several = (next: string[]) => {
    const added = next.find(key => !chosen.includes(key))
    const isAlone = (key: string | undefined) => options.find(o => o.key === key)?.exclusive === true
    put(q.key, isAlone(added) ? [added] : next.filter(key => !isAlone(key)))
  }
  return (
    <Stack gap={2}>
      {q.type === 'dropdown' ? (
        <Select id={id} aria-label={q.title} value={(value as string) ?? null} options={items} allowClear onChange={next => put(q.key, next ?? null)} />
      ) : q.type === 'single' ? (
        <Radio.Group vertical aria-label={q.title} value={value} options={items} onChange={event => put(q.key, event.target.value)} />
      ) : (
        <Checkbox.Group aria-label={q.title} value={chosen} options={items} onChange={next => several(next as string[])} />
      )}
      {told.map(o => (
        <Input
          key={o.key}
          aria-label={o.label}
          placeholder={t('请补充：{{option}}', { option: o.label })}
          value={String(answers[textKey(q.key, o.key)] ?? '')}
          onChange={event => put(textKey(q.key, o.key), event.target.value)}
        />
      ))}
    </Stack>
  )
}
interface OneProps {
  of: Question
  value: unknown
  onChange: (next: unknown) => void
}
function Marks({ of: q, value, onChange }: OneProps) {
  const { low, high } = scaleOf(q)
  const marks = Array.from({ length: high - low + 1 }, (_, i) => low + i)
  return <Radio.Group aria-label={q.title} value={value} options={marks.map(mark => ({ value: mark, label: String(mark) }))} onChange={event => onChange(event.target.value)} />
}
/** Pressed in the order they are ranked in. */
function Ranking({ of: q, value, onChange }: OneProps) {
  const ranked = Array.isArray(value) ? (value as string[]) : []
  return (
    <Checkbox.Group
      aria-label={q.title}
      value={ranked}
      options={(q.options ?? []).map(o => ({ value: o.key, label: ranked.includes(o.key) ? `${ranked.indexOf(o.key) + 1}. ${o.label}` : o.label }))}
      onChange={next => onChange([...ranked.filter(key => next.includes(key)), ...(next as string[]).filter(key => !ranked.includes(key))])}
    />
  )
}
function Allocation({ of: q, value, onChange }: OneProps) {
  const parts = (value ?? {}) as Record<string, number>
  const sum = Object.values(parts).reduce((n, part) => n + part, 0)
  return (
    <Stack gap={2}>
      {(q.options ?? []).map(o => (
        <Row key={o.key} spread="between">
          <span>{o.label}</span>
          <InputNumber aria-label={o.label} min={0} max={100} precision={0} value={parts[o.key] ?? null} onChange={next => onChange({ ...parts, [o.key]: next ?? 0 })} />
        </Row>
      ))}
      <p className="ql-help">{t('已分配 {{n}}，须正好 100', { n: sum })}</p>
    </Stack>
  )
}
